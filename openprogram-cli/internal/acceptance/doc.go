// Package acceptance holds no code but tests: they build the program once and
// drive it as a child process, mostly through the client of the official SDK, the
// way its users do. What they find holds for the program as it is shipped.
//
// Rules of single packages are tested beside them; what only a runtime made for
// the purpose can show (panics, questions, tools that ignore their context) is
// tested in mcpserver.
package acceptance
