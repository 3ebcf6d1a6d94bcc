package git

import "context"

// Copy makes a repository in dir, an empty directory, with one commit that holds
// the work tree as a commit of all of it would. The same tree gives the same
// commit. It says that it comes from where this one does.
func (r Repository) Copy(ctx context.Context, dir string) error {
	if _, err := r.ExportWorkTree(ctx, dir); err != nil {
		return err
	}
	made := Repository{Dir: dir}
	origin, err := r.Run(ctx, "remote", "get-url", "origin")
	if err != nil {
		origin = "https://example.org/nowhere.git"
	}
	who := []string{"-c", "user.name=copy", "-c", "user.email=copy@example.org", "-c", "commit.gpgsign=false"}
	when := []string{"GIT_AUTHOR_DATE=2001-02-03T04:05:06Z", "GIT_COMMITTER_DATE=2001-02-03T04:05:06Z"}
	for _, arguments := range [][]string{
		{"init", "--quiet", "--initial-branch=main"},
		{"remote", "add", "origin", origin},
		{"add", "--all"},
		append(who, "commit", "--quiet", "--message=copy"),
	} {
		if _, err := made.run(ctx, when, arguments...); err != nil {
			return err
		}
	}
	return nil
}
