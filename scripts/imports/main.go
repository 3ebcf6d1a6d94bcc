// Command imports holds the rules of who may import whom in this workspace.
//
// It is run at the root of the workspace. It prints one line for each import
// that no rule allows, for each package that compiles something it must never
// compile, and for each directive in a go.mod that breaks go install, and then
// exits with 1.
package main

import (
	"fmt"
	"os"
)

// systems are the ones that files may be tagged for.
var systems = []string{"linux", "darwin", "windows"}

func main() {
	faults, packages, err := run(".")
	if err != nil {
		fmt.Fprintln(os.Stderr, "imports:", err)
		os.Exit(1)
	}
	for _, fault := range faults {
		fmt.Println(fault)
	}
	if len(faults) > 0 {
		os.Exit(1)
	}
	fmt.Printf("imports: %d packages keep to their rules\n", packages)
}

// run checks the workspace at root.
func run(root string) (faults []string, packages int, err error) {
	modules, err := workspaceModules(root)
	if err != nil {
		return nil, 0, err
	}
	for _, module := range modules {
		found, err := checkModFile(root, module)
		if err != nil {
			return nil, 0, err
		}
		faults = append(faults, found...)
	}
	seen := map[string]bool{}
	for _, system := range systems {
		listed, err := list(root, system, modules)
		if err != nil {
			return nil, 0, err
		}
		packages = max(packages, len(listed))
		for _, fault := range checkPackages(listed) {
			if !seen[fault] {
				seen[fault] = true
				faults = append(faults, fault)
			}
		}
	}
	return faults, packages, nil
}
