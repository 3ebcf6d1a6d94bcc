package mcpauth

import "errors"

// Finding is one reason why authentication would fail, in words for the owner.
type Finding struct {
	Code    FindingCode
	Path    string // the file or directory concerned, empty if none; for the owner's eyes, not for logs
	Problem string // a sentence, the same for every finding of this code
	Remedy  string // a sentence that says what to do
}

// FindingCode names a kind of finding.
type FindingCode string

// The kinds of finding.
const (
	FindingUnsupported FindingCode = "unsupported"

	FindingLocation            FindingCode = "location"
	FindingHome                FindingCode = "home"
	FindingDirectoryMissing    FindingCode = "directory_missing"
	FindingDirectoryLink       FindingCode = "directory_link"
	FindingDirectoryType       FindingCode = "directory_type"
	FindingDirectoryOwner      FindingCode = "directory_owner"
	FindingDirectoryWritable   FindingCode = "directory_writable"
	FindingDirectoryOpen       FindingCode = "directory_open"
	FindingDirectoryUnreadable FindingCode = "directory_unreadable"
	FindingDirectoryChanged    FindingCode = "directory_changed"

	FindingTokenMissing    FindingCode = "token_missing"
	FindingTokenType       FindingCode = "token_type"
	FindingTokenOwner      FindingCode = "token_owner"
	FindingTokenMode       FindingCode = "token_mode"
	FindingTokenLinked     FindingCode = "token_linked"
	FindingTokenSize       FindingCode = "token_size"
	FindingTokenUnreadable FindingCode = "token_unreadable"
	FindingTokenChanged    FindingCode = "token_changed"
	FindingTokenEdited     FindingCode = "token_edited"

	FindingVariableMissing     FindingCode = "variable_missing"
	FindingVariablePlaceholder FindingCode = "variable_placeholder"
	FindingVariableQuoted      FindingCode = "variable_quoted"
	FindingVariableScheme      FindingCode = "variable_scheme"
	FindingVariableSpace       FindingCode = "variable_space"
	FindingVariableMismatch    FindingCode = "variable_mismatch"
)

type findingText struct{ problem, remedy string }

const setVariable = "Set " + EnvVariable + " in the client's configuration to the token as it was printed."

var findingTexts = map[FindingCode]findingText{
	FindingUnsupported: {"This system has no POSIX owners and modes to keep a token private.", "Run the server on Linux, macOS or another Unix system."},

	FindingLocation:            {"The state directory is not an absolute path without \"..\", below the home directory where that is its base.", "Name the state directory by its absolute path."},
	FindingHome:                {"The home directory cannot be found.", "Set HOME to a directory that exists."},
	FindingDirectoryMissing:    {"The state directory does not exist.", "Create a token: that creates the directory too."},
	FindingDirectoryLink:       {"The state directory, or a directory above it, is a symbolic link.", "Name the state directory by its real path, or replace the link by a directory."},
	FindingDirectoryType:       {"The state directory, or something above it, is not a directory.", "Move away what has its name."},
	FindingDirectoryOwner:      {"The state directory, or a directory above it, belongs to another user.", "Use a state directory of your own, and run the server as the user who created the token."},
	FindingDirectoryWritable:   {"Other users may write to a directory above the state directory.", "Take that right away from them."},
	FindingDirectoryOpen:       {"Other users may look into the state directory.", "Make it private: its mode has to be 0700."},
	FindingDirectoryUnreadable: {"The state directory, or a directory above it, cannot be read.", "Give yourself the right to read it, or use another state directory."},
	FindingDirectoryChanged:    {"The state directory was replaced while it was in use.", "Try again, and find out what replaced it."},

	FindingTokenMissing:    {"There is no token.", "Create a token."},
	FindingTokenType:       {"The token file is not a regular file.", "Delete what has its name and create a token."},
	FindingTokenOwner:      {"The token file belongs to another user.", "Run the server as the user who created the token, or delete it and create one as this user."},
	FindingTokenMode:       {"The mode of the token file is not exactly 0600.", "Make it so. If the file system keeps no modes, move the state directory; if others could read the token, rotate it."},
	FindingTokenLinked:     {"The token file has a second name.", "Rotate the token and remove the other name."},
	FindingTokenSize:       {"The token file is longer than any token.", "Rotate the token."},
	FindingTokenUnreadable: {"The token file cannot be read.", "Rotate the token."},
	FindingTokenChanged:    {"The token file was changed while it was read.", "Try again."},
	FindingTokenEdited:     {"The token file is empty, or has blanks or control characters at an end, perhaps from an editor.", "Rotate the token."},

	FindingVariableMissing:     {EnvVariable + " is not set.", setVariable},
	FindingVariablePlaceholder: {EnvVariable + " holds a placeholder that the client did not replace.", setVariable},
	FindingVariableQuoted:      {EnvVariable + " has quotes in it.", setVariable},
	FindingVariableScheme:      {EnvVariable + " begins with an HTTP scheme.", setVariable},
	FindingVariableSpace:       {EnvVariable + " has blanks or control characters at an end.", setVariable},
	FindingVariableMismatch:    {EnvVariable + " is not the stored token.", setVariable + " If it is lost, rotate the token."},
}

func finding(code FindingCode, path string) Finding {
	text := findingTexts[code]
	return Finding{Code: code, Path: path, Problem: text.problem, Remedy: text.remedy}
}

// fault is a check that failed. Its text has no path.
type fault struct {
	code FindingCode
	path string
}

func (f *fault) Error() string { return "mcpauth: " + string(f.code) }

func findingOf(err error) Finding {
	var f *fault
	if !errors.As(err, &f) {
		return finding(FindingTokenUnreadable, "")
	}
	return finding(f.code, f.path)
}
