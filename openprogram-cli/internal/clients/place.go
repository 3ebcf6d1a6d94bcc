package clients

import "path/filepath"

// Machine is what the places of files depend on.
type Machine struct {
	OS     string // as runtime.GOOS
	Home   string
	Getenv func(string) string
}

// appData is where desktop programs keep their settings.
func (m Machine) appData() string {
	switch m.OS {
	case "darwin":
		return filepath.Join(m.Home, "Library", "Application Support")
	case "windows":
		if dir := m.Getenv("APPDATA"); dir != "" {
			return dir
		}
		return filepath.Join(m.Home, "AppData", "Roaming")
	default:
		return m.config()
	}
}

// config is where programs of the terminal keep their settings.
func (m Machine) config() string {
	if dir := m.Getenv("XDG_CONFIG_HOME"); m.OS != "windows" && filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(m.Home, ".config")
}

func inHome(names ...string) func(Machine) string {
	return func(m Machine) string { return filepath.Join(append([]string{m.Home}, names...)...) }
}

// inOwn is a file in the folder that a variable names, or else in the home
// directory.
func inOwn(variable string, names ...string) func(Machine) string {
	return func(m Machine) string {
		if dir := m.Getenv(variable); filepath.IsAbs(dir) {
			return filepath.Join(dir, names[len(names)-1])
		}
		return inHome(names...)(m)
	}
}

func inConfig(names ...string) func(Machine) string {
	return func(m Machine) string { return filepath.Join(append([]string{m.config()}, names...)...) }
}
