package main

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/openprogram/openprogram-go/scripts/internal/gotool"
)

// What others say a bundle and a description have to be.
const (
	packer   = "@anthropic-ai/mcpb@2.1.2"
	registry = "github.com/modelcontextprotocol/registry@v1.8.9"
	schemas  = "internal/validators/schemas" // in the registry's module, by date
)

// unreachable is the error of a check whose tool cannot be had here.
type unreachable struct{ reason string }

func (u unreachable) Error() string { return u.reason }

// validateManifest has the packer for bundles look at the manifest in a directory.
func validateManifest(ctx context.Context, dir, scratch string) error {
	install := exec.CommandContext(ctx, "npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", scratch, packer)
	if out, err := install.CombinedOutput(); err != nil {
		return unreachable{fmt.Sprintf("%s cannot be installed here: %v %.200s", packer, err, bytes.TrimSpace(out))}
	}
	validate := exec.CommandContext(ctx, filepath.Join(scratch, "node_modules", ".bin", "mcpb"), "validate", filepath.Join(dir, "manifest.json"))
	if out, err := validate.CombinedOutput(); err != nil {
		return fmt.Errorf("%s validate: %v\n%s", packer, err, bytes.TrimSpace(out))
	}
	return nil
}

// validateDescription holds the description against the schema of the registry that
// it names, and against what the registry asks of a bundle besides.
func validateDescription(ctx context.Context, text string) error {
	module, err := gotool.Fetch(ctx, registry)
	if err != nil {
		return unreachable{fmt.Sprintf("the schema of the registry cannot be had here: %v", err)}
	}
	instance, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return err
	}
	fields, _ := instance.(map[string]any)
	named, _ := fields["$schema"].(string)
	date := filepath.Base(filepath.Dir(named))
	data, err := os.ReadFile(filepath.Join(module, filepath.FromSlash(schemas), date+".json"))
	if err != nil {
		return fmt.Errorf("the registry has no schema of %q", date)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return err
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(named, document); err != nil {
		return err
	}
	schema, err := compiler.Compile(named)
	if err != nil {
		return err
	}
	if err := schema.Validate(instance); err != nil {
		return err
	}
	return joined(bundleFaults(fields), nil)
}

// released is how the registry wants the path of a bundle at its host: a tag has
// no slash there.
var released = regexp.MustCompile(`^/[^/]+/[^/]+/releases/download/[^/]+/[^/]+$`)

func bundleFaults(description map[string]any) []string {
	var faults []string
	packages, _ := description["packages"].([]any)
	for _, p := range packages {
		fields, _ := p.(map[string]any)
		identifier, _ := fields["identifier"].(string)
		at, err := url.Parse(identifier)
		if err != nil || at.Scheme != "https" || at.Host != "github.com" || !released.MatchString(at.Path) {
			faults = append(faults, identifier+" is no file of a release that the registry takes")
		}
		if sum, _ := fields["fileSha256"].(string); sum == "" {
			faults = append(faults, identifier+" has no digest")
		}
	}
	if len(packages) == 0 {
		faults = append(faults, "no package is named")
	}
	return faults
}
