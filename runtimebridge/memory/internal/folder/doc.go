// Package folder keeps sight of a folder of small files that others change at
// any time: it lists them, tells what may have changed since it last looked,
// reads them, and writes several of them or none.
//
// Nothing outside the folder is ever reached: it works through os.Root, lists no
// link and nothing hidden. It knows nothing of what is in the files.
package folder
