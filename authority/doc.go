// Package authority says who may do what: tiers and their capabilities, grants,
// the owner's identity, permission rules, hard constraints and the one pure
// decision over all of them, Policy.Decide.
//
// # Rules
//
// A rule is Tool or Tool(pattern). The pattern of a file tool is about paths,
// relative ones starting at the working directories; that of bash, exec and
// shell about the command line; that of any other tool about the compact JSON of
// its arguments with sorted keys. A pattern is compared as a whole: literally,
// as a glob when it has one of * ? [ (a star crosses slashes), or, when it ends
// in :*, as a command's first words or a folder and what is below it.
//
// Allow rules take everything literally and cover a shell line only when it is
// one plain command. Deny and ask rules compare folded, hit when any command or
// any path of the call fits, and hit what cannot be understood.
//
// # Limits
//
// The package enforces nothing and runs nothing: a gate resolves paths, asks
// Decide, and acts on the Decision. Rules name calls; they confine no process
// and no open file. That is the work of the tools themselves.
package authority
