package git

import (
	"context"
	"os"
	"path/filepath"
)

// Export writes the files of a commit into dir.
func (r Repository) Export(ctx context.Context, commit, dir string) error {
	_, err := r.export(ctx, dir, []string{"read-tree", commit})
	return err
}

// ExportWorkTree writes the work tree into dir as a commit of all of it would
// hold it: changed and new files, and nothing that is ignored. It gives the id
// of that tree. The repository keeps nothing of it.
func (r Repository) ExportWorkTree(ctx context.Context, dir string) (tree string, err error) {
	return r.export(ctx, dir, []string{"read-tree", "HEAD"}, []string{"add", "--all"})
}

// export fills a throw-away index by the given commands and writes its files.
// New objects go to a throw-away store behind which the repository's stands.
func (r Repository) export(ctx context.Context, dir string, commands ...[]string) (string, error) {
	objects, err := r.Run(ctx, "rev-parse", "--path-format=absolute", "--git-path", "objects")
	if err != nil {
		return "", err
	}
	scratch, err := os.MkdirTemp("", "openprogram-index-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	variables := []string{
		"GIT_INDEX_FILE=" + filepath.Join(scratch, "index"),
		"GIT_OBJECT_DIRECTORY=" + filepath.Join(scratch, "objects"),
		"GIT_ALTERNATE_OBJECT_DIRECTORIES=" + objects,
	}
	if err := os.MkdirAll(filepath.Join(scratch, "objects"), 0o700); err != nil {
		return "", err
	}
	for _, command := range commands {
		if _, err := r.run(ctx, variables, command...); err != nil {
			return "", err
		}
	}
	tree, err := r.run(ctx, variables, "write-tree")
	if err != nil {
		return "", err
	}
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	prefix := filepath.ToSlash(absolute) + "/"
	_, err = r.run(ctx, variables, "checkout-index", "--all", "--force", "--prefix="+prefix)
	return tree, err
}
