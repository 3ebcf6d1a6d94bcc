// Package memory is the memory of the runtime: a folder of Markdown notes that
// belongs to the owner, perhaps a vault that other programs write to, and beside
// it the records that paired clients have added and the owner has not yet taken
// over. Both are searched together; a record is always told from a note.
//
// Nothing is ever changed or removed in a note, only added. What is read is what
// the files say at the moment of the call: the index is a cache that is brought
// up to date first. Looking never creates the folder.
//
// It decides no rights. The gate of package tool does; here the tier of a call
// only says where an addition goes.
package memory
