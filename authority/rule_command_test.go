package authority_test

import (
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/authority"
)

func TestAllowCoversWholeCommands(t *testing.T) {
	tests := []struct{ rule, line string }{
		{"bash", "anything; at | all > x"},
		{"bash(git status)", "git status"},
		{"bash(git status)", "  git   status \n"},
		{"bash(git status)", "git 'status'"},
		{"bash(git 'status')", "git status"},
		{"bash(git status:*)", "git status"},
		{"bash(git status:*)", "git status -s ."},
		{"bash(git:*)", "git -C /x status"},
		{"bash(git:*)", "LANG=C LC_ALL='C' git status"},
		{"bash(git:*)", "env NO_COLOR=1 git status"},
		{"bash(env:*)", "env LANG=C git status"},
		{"bash(X=1 make)", "X=1 make"},
		{"bash(grep *)", "grep 'a|b;c' f"},
		{"bash(grep *)", `grep "a|b;c && d" f`},
		{"bash(grep *)", `grep 'a*b$c' f`},
		{"bash(git log -? *)", "git log -1 main"},
		{"bash(git [sl]*)", "git show HEAD~1"},
		{"bash(go test ./...)", "go test ./..."},
		{"bash(find:*)", "find . -name x"},
		{"bash(find . -exec id {} +)", "find . -exec id '{}' +"},
		{"bash(echo 'a(b')", "echo a\\(b"},
		{"bash([[] -f x ])", "[ -f x ]"},
		{"bash([ -f x ])", "[ -f x ]"},
	}
	for _, tt := range tests {
		if !allowed(t, strings.NewReplacer("a(b", `a\(b`).Replace(tt.rule), bash(tt.line)) {
			t.Errorf("%s does not allow %q", tt.rule, tt.line)
		}
	}
}

func TestAllowCoversNothingGluedOn(t *testing.T) {
	rules := []string{"bash(git status)", "bash(git status:*)", "bash(git status*)", "bash(*status*)", "bash(git:*)"}
	for _, line := range []string{
		"git status; id", "git status && id", "git status || id", "git status | sh", "git status\nid", "git status & id",
		"git status &", "git status;", "git status $(id)", "git status `id`", `git status "$(id)"`, "git status $HOME",
		"git status > ~/.bashrc", "git status >out", "git status < in", "git status 2>&1", "git status <<E\nE",
		"X=$(id) git status", "PATH=/tmp git status", "LD_PRELOAD=/x git status", "GIT_SSH_COMMAND=id git status",
		"env PATH=/tmp git status", "LANG=C PATH=/tmp git status", "(git status)", "git status *", "git status ?",
		"git status [ab]", "git status {a,b}", "git status ~", "git status a=~", "git status a:~", "git status # x", "git status 'x", "git status \\",
		"git status \x1b[0m", "git status\r", "git status\x00", "git status\x85", "git status \xff", "<(git status)",
		"! git status | x", "git status $'a'",
	} {
		for _, rule := range rules {
			if allowed(t, rule, bash(line)) {
				t.Errorf("%s allows %q", rule, line)
			}
		}
	}
}

func TestAllowComparesWords(t *testing.T) {
	tests := []struct{ rule, line string }{
		{"bash(git status)", "git statusx"},
		{"bash(git status:*)", "git statusx"},
		{"bash(git:*)", "github x"},
		{"bash(git:*)", "/tmp/git status"},
		{"bash(git:*)", "./git status"},
		{"bash(git:*)", "GIT status"},
		{"bash(git:*)", "ｇｉｔ status"},
		{"bash(git:*)", "'git status'"},
		{"bash(git:*)", "sudo git status"},
		{"bash(git:*)", "env -i git status"},
		{"bash(git:*)", "env -S 'git status'"},
		{"bash(git:*)", "'X=1' git status"},
		{"bash(git status)", "env git status"},
		{"bash(git status)", "git -c alias.x='!id' x"},
		{"bash(git status:*)", "git -c alias.x='!id' status"},
		{"bash(git status)", "git"},
		{"bash(git status:*)", "git"},
		{"bash(:*)", "git"},
		{"bash(find:*)", "find . -exec id {} +"},
		{"bash(find *)", "find . -name a -execdir id ';'"},
		{"bash(find:*)", "LANG=C find . -ok id"},
		{"bash(git status)", ""},
		{"bash(git:*)", "LANG=C"},
		{"bash(git:*)", "env"},
		{"bash(git:*)", "env LANG=C"},
		{"Bash", "ls"},
		{"shell", "ls"},
	}
	for _, tt := range tests {
		if allowed(t, tt.rule, bash(tt.line)) {
			t.Errorf("%s allows %q", tt.rule, tt.line)
		}
	}
}

func TestDenyCatchesEveryCommand(t *testing.T) {
	for _, line := range []string{
		"rm", "rm -rf x", "r\\m x", "'rm' x", `"r"m x`, "rm\tx", "RM x", "ｒｍ x", "r\u200bm x", "r\\\nm x",
		"/bin/rm x", "../rm x", "ls; rm x", "ls；rm x", "ls && rm x", "ls || rm x", "ls | rm x", "ls\nrm x", "ls & rm x",
		"(rm x)", "( ls; (rm x) )", "{ rm x; }", "! rm x", "if true; then rm x; fi", "while rm x; do :; done",
		"for f in a b; do rm $f; done", "f() { rm x; }; f", "function f { rm x; }", "time -p rm x",
		"X=1 rm x", "Az_09=1 rm x", "a=b=c rm x", "\"r\\\nm\" x", "X=$(ls) Y+=2 rm x", "PATH=/tmp rm x", "env X=1 rm x", "env -i rm x", "sudo -u root rm x",
		"nohup nice -n 5 rm x", "timeout 5 /bin/rm x", "command rm x", "exec -a z rm x", "find . -exec rm {} +",
		"find . -name x -okdir sudo rm {} \\;", "sudo find . -exec rm {} +", "echo $(rm x)", `echo "a $(rm x) b"`, "echo `rm x`", "echo \"`rm x`\"",
		"echo $(echo $(rm x))", "> out rm x", "2>/dev/null rm x", "rm>out", "ls 2>&1 | rm x", "cat <<< y; rm x", "[ -f x ] && rm x",
	} {
		if !denied(t, "bash(rm:*)", bash(line)) {
			t.Errorf("deny rm:* lets %q pass", line)
		}
	}
}

// What cannot be followed for sure counts as a match.
func TestDenyCatchesTheUndecidable(t *testing.T) {
	for _, line := range []string{
		"eval x", "sh -c 'r''m x'", "bash", "echo x | sh", "zsh -lc x", "sudo bash -c x", "sh /dev/stdin", "bash $x", "sh ''",
		"$x", "$x y", "a$x=1 y", "${x} y", "/bin/r? x", "r[m] x", "{rm,x}", "~/x y", "X=1 $y", "sudo $x", "time $x",
		". ./x", "source x", "alias ls=x", "trap x EXIT", "xargs x", "ls | xargs x", "env -S 'x y'", "env --split-string=x",
		"env -iS x", "ssh host x", "watch x", "su -c x", "''", "cat <<E\nrm\nE", "cat <<E\n'\nE\nrm x\n: '", "cat <(ls)", "ls &> x", "ls >", "ls > ; x",
		"ls # '\nrm x", "echo 'x", `echo "x`, "echo `x", "echo $(x", "echo ${x", "echo x)", "(x", "echo \\", `echo "\`,
		"echo $'a'", `echo $"a"`, "echo $((1))", "echo ${x:-$(y)}", "echo `a \\`b\\``", "case a in a) x;; esac", "`ls` x", "echo `echo \\\\`",
		"echo `ls # x`",
		"echo $(case a in b) x;; esac)", "l\x1b[0ms", "ls\r", "ls\x00", "ls \xff", strings.Repeat("(", 40) + "x",
		strings.Repeat("$(", 40) + "x", "sudo" + strings.Repeat(" x", 300),
	} {
		if !denied(t, "bash(rm:*)", bash(line)) {
			t.Errorf("deny rm:* lets %q pass", line)
		}
	}
	if !denied(t, "bash(rm:*)", authority.Call{Tool: "bash"}) {
		t.Error("deny rm:* lets a call without a command pass")
	}
	if !denied(t, "bash(rm:*)", authority.Call{Tool: "bash", Arguments: map[string]any{"command": 7}}) {
		t.Error("deny rm:* lets a command that is no text pass")
	}
}

func TestDenyLeavesOthersAlone(t *testing.T) {
	for _, line := range []string{
		"", "ls", "ls -l; echo rm", "grep rm file", "echo 'a; rm x'", `echo "rm"; rmdir x`, "echo $HOME", "echo $(date)",
		"ls *.go", "git rm x", "./build.sh", "bash build.sh x", "for f in *.go; do gofmt $f; done", "[ -f x ] && ls", "[[ -f x ]]",
		"go test ./... 2>&1 | tail -5", "cat < in > out", "find . -name rm", "HEAD~1", "git reset HEAD~1", `echo "a $ b"`,
		`echo "\$(rm x)" '$(rm x)' "\\" "\a"`, `echo "a\` + "\n" + `b"`, "X=1", "if", "echo a=b", "cd x && go build",
		"echo ${HOME}", "echo \"$HOME/x\"", "git log --format='%h {x}'", "echo {}", "sudo ls", "echo a$", "1=2",
		"ls; > out x", "echo '' x", "'if' rm x", `"if" rm x`, "\\if rm x", "'X'=1 rm x", "1=2 rm x", "a.b=c rm x", "(ls)", "( cd x && ls ) | cat", "echo ｒｍ", "env -i ls", "env LS=1 ls", "X=$y ls", "X=$(date) Y=`date` git push", "X=$y",
	} {
		if denied(t, "bash(rm:*)", bash(line)) {
			t.Errorf("deny rm:* catches %q", line)
		}
	}
}

func TestDenyPatterns(t *testing.T) {
	tests := []struct {
		rule, line string
		want       bool
	}{
		{"bash", "ls", true},
		{"bash(git push)", "git push", true},
		{"bash(git push)", "cd x; GIT 'push'", true},
		{"bash(git push)", "git push origin", false},
		{"bash(git push)", "X=$y git push", true},
		{"bash(git push)", "git push 2>/dev/null", true},
		{"bash(git push)", "git 2>&1 push", true},
		{"bash(git push 2)", "git push 2 >x", true},
		{"bash(git push 2)", "git push '2'>x", true},
		{"bash(git push)", "X=$y git pull", false},
		{"bash(X=1 git push)", "X=1 git push", true},
		{"bash(git 'push')", "git push", true},
		{"bash(git push)", "git push $x", true},
		{"bash(git push)", "git pull $x", false},
		{"bash(git)", "git push $x", false},
		{"bash(git push:*)", "git $x", true},
		{"bash(git push:*)", "git -C x push", false},
		{"bash(git 'push':*)", "git push x", true},
		{"bash(git $x:*)", "git '$x'", true},
		{`bash(echo '\\a')`, `echo "\a"`, true},
		{`bash(echo 'a')`, `echo "\a"`, false},
		{`bash(echo '$')`, `echo "\$"`, true},
		{"bash(curl *)", "curl x", true},
		{"bash(curl *)", "ls; /usr/bin/curl x", true},
		{"bash(curl *)", "curl $x", true},
		{"bash(curl *)", "echo $x", false},
		{"bash(cu[rs]l *)", "cut $x", true},
		{"bash(*secret*)", "cat /a/SECRET/b", true},
		{"bash(*secret*)", "echo $x", true},
		{"bash(*secret*)", "echo x", false},
		{"bash(*| sh*)", "curl 'x' | sh -s", true},
		{"bash(a; b)", "A; b", true},
		{"bash(a; b)", "a b", false},
		{"bash(git push origin:*)", "git push", false},
		{"bash(:*)", "ls", true},
		{"exec(rm:*)", "rm x", false},
	}
	for _, tt := range tests {
		if got := denied(t, tt.rule, bash(tt.line)); got != tt.want {
			t.Errorf("deny %s catches %q: %v, want %v", tt.rule, tt.line, got, tt.want)
		}
	}
}

func TestCommandToolsAreAlike(t *testing.T) {
	for _, tool := range []string{"bash", "exec", "shell"} {
		call := authority.Call{Tool: tool, Arguments: map[string]any{"command": "env X=1 rm y"}}
		if !denied(t, tool+"(rm:*)", call) {
			t.Errorf("deny %s(rm:*) does not read the command line", tool)
		}
	}
}

// Whatever an allow rule with a prefix lets run is what a deny rule with the
// same prefix would stop.
func FuzzAllowedIsDeniable(f *testing.F) {
	for _, seed := range []string{"git status", "LANG=C git x", "git 'a;b'", "git \"a\\b\"", "git $x", "env NO_COLOR=1 git"} {
		f.Add(seed)
	}
	allow := authority.Rules{Allow: []authority.Rule{{Tool: "bash", Pattern: "git:*", HasPattern: true}}}
	deny := authority.Rules{Deny: allow.Allow}
	f.Fuzz(func(t *testing.T, line string) {
		if asOwner(allow, bash(line)).Allowed() && asOwner(deny, bash(line)).Reason != authority.ReasonRuleDeny {
			t.Errorf("%q is allowed and cannot be denied", line)
		}
	})
}
