// Package jsonl is the file format in which sessions leave a store and come into
// one: JSON Lines, a session a line.
//
//	{"id":"s1","title":"Cranes","agent_id":"main","source":"mcp",
//	 "created_at":1700000000,"updated_at":1700000002.5,"archived":true,"head":"m2",
//	 "messages":[
//	  {"id":"m1","role":"user","content":"Which crane?","timestamp":1700000000,"parent_id":null},
//	  {"id":"m2","role":"assistant","content":"The red one.","timestamp":1700000002.5,"parent_id":"m1",
//	   "steps":[{"kind":"reply","calls":[{"id":"c1","name":"memory_search","arguments":"{}"}]},
//	            {"kind":"result","call_id":"c1","tool":"memory_search","text":"red"}]}]}
//
// Times are Unix seconds with up to six decimals. archived is absent when false;
// head names the last message of the active branch and is absent when that is
// the last of the list; steps are absent when there are none. Messages stand in
// the order in which they were stored, parents before children.
//
// Reading is strict: unknown, missing, repeated and differently cased keys, wrong
// types, text that is not UTF-8, broken references and calls without exactly one
// result are refused, never mended. The package knows no store.
package jsonl
