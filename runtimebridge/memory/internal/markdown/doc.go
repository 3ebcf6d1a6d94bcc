// Package markdown cuts a Markdown note into headings, sections and passages,
// and adds text to one without touching a byte of what is there.
//
// It knows what a heading is (a # inside a code fence is none), where front
// matter ends, and which names and tags that gives a note. It does not render,
// and it gives no meaning to links.
package markdown
