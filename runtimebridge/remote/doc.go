// Package remote offers the tools of other MCP servers as Runtime tools: over
// standard input and output, or over streamable HTTP.
//
// A server is started when its tools are first asked for, and again after it
// broke, with growing pauses. Its tools are named <server>__<tool>; the double
// underscore keeps them out of every table of known names, so that they count as
// process.exec and belong to the owner alone. The MCP server of this project
// never loads this package's tools for its clients.
package remote
