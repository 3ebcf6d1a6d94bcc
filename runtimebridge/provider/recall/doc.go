// Package recall is the provider that needs no network and no key: it looks the
// request up in the memory and answers with the passages that fit, each with
// where it stands.
//
// It is not a language model. It writes nothing of its own, follows no
// instruction, and calls one tool only, memory_search, through the same gate as
// any other provider would.
package recall
