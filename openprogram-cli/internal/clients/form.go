package clients

import (
	"maps"
	"slices"
	"time"
)

// The forms that an entry has. Members keep the order given here.

func plain(e Entry) any {
	return withVariables(members{{"command", e.Command}, {"args", e.Args}}, "env", e)
}

func typed(kind string) func(Entry) any {
	return func(e Entry) any { return append(members{{"type", kind}}, plain(e).(members)...) }
}

func copilot(e Entry) any {
	return append(members{{"type", "local"}, {"tools", []string{"*"}}}, plain(e).(members)...)
}

func cline(e Entry) any { return members{{"transport", typed("stdio")(e)}} }

func opencode(e Entry) any {
	command := append([]string{e.Command}, e.Args...)
	return withVariables(members{{"type", "local"}, {"command", command}, {"enabled", true}}, "environment", e)
}

func continued(e Entry) any {
	return []any{append(members{{"name", e.Name}}, typed("stdio")(e).(members)...)}
}

func goose(e Entry) any {
	return members{
		{"enabled", true}, {"name", e.Name}, {"type", "stdio"}, {"cmd", e.Command}, {"args", e.Args},
		{"envs", variables(e)}, {"env_keys", []string{}},
	}
}

// withVariables adds the variables, if there are any.
func withVariables(m members, key string, e Entry) members {
	if len(e.Env) == 0 {
		return m
	}
	return append(m, member{key, variables(e)})
}

func variables(e Entry) members {
	var out members
	for _, name := range slices.Sorted(maps.Keys(e.Env)) {
		out = append(out, member{name, e.Env[name]})
	}
	return out
}

// The units that clients count a limit in.

func seconds(key string) func(time.Duration) member {
	return func(d time.Duration) member { return member{key, int64(d / time.Second)} }
}

func milliseconds(key string) func(time.Duration) member {
	return func(d time.Duration) member { return member{key, d.Milliseconds()} }
}
