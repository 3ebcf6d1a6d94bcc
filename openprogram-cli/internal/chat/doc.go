// Package chat is the owner's conversation with the agent at a terminal: it
// reads what is typed, shows an answer and what happens meanwhile, asks before a
// tool runs, and knows the commands that begin with a slash.
//
// It decides nothing and keeps nothing: turns, sessions and rules are the
// runtime's. What does not come from a terminal, or does not go to one, is plain
// text.
package chat
