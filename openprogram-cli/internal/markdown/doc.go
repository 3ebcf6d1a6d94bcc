// Package markdown shows Markdown at a terminal while it arrives: headings,
// emphasis, code, lists, quotes and tables, wrapped to the window.
//
// A block is shown as it was written until it is complete, and is then replaced
// by its rendered form. The package knows the Markdown that models write, line
// by line; it is no complete implementation and makes no HTML.
package markdown
