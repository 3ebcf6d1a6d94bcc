// Package audit keeps the trail of what was decided and done, in files that
// show it when they were changed.
//
// # Files
//
// The folder, 0700, holds audit.jsonl, head and older audit-<first seq>.jsonl,
// all 0600. A line is one record:
//
//	{"seq":7,"ts":"2026-01-02T03:04:05.000006Z","type":"mcp.tool.denied","origin":"mcp/6f69975abe580db3","payload":{...},"prev":"<hash>","hash":"<hash>"}
//
// hash is the SHA-256, in hex, of the record as compact JSON with sorted keys,
// without hash itself; prev is the hash of the record before, 64 zeros for the
// first. head says where the log ends. At 64 MiB the file is renamed after its
// first record and a new one goes on with the same chain.
//
// # What it shows and what not
//
// Verify finds an edit, a removal, a swap, and a log cut at either end. It finds
// nothing when somebody who may write the files recomputes the whole chain and
// head with it: a chain without a secret cannot show that. Records are not
// forced to the disk, so a loss of power can take the last ones, and may then
// look like a cut.
//
// # Crashes and cuts
//
// A record counts once head names it. What a crash left behind head is taken
// into the log when it is whole, and removed when it is half a line; nobody was
// told that it is kept. A log that ends before head says so has lost records
// that somebody relied on: Append refuses with ErrCut until the folder is moved
// aside, so that the gap is looked at and never written over.
//
// The package decides nothing about what is worth a record, and its payloads are
// no place for prompts, arguments, results, tokens or paths.
package audit
