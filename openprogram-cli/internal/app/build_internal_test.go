package app

import (
	"runtime"
	"runtime/debug"
	"testing"
)

func TestBuildOf(t *testing.T) {
	cases := map[string]struct {
		info debug.BuildInfo
		want Build
	}{
		"nothing known": {debug.BuildInfo{}, Build{Version: "devel", Commit: "unknown"}},
		"from a tree": {debug.BuildInfo{
			Main:     debug.Module{Version: "(devel)"},
			Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "true"}},
		}, Build{Version: "devel", Commit: "abc+changes"}},
		"released": {debug.BuildInfo{
			Main:     debug.Module{Version: "v0.1.0"},
			Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "false"}},
		}, Build{Version: "v0.1.0", Commit: "abc"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			c.want.Go = runtime.Version()
			if got := buildOf(&c.info); got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}
