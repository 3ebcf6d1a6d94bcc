package sqlitestore

import "testing"

func TestIsRemote(t *testing.T) {
	for name, test := range map[string]struct {
		fileSystem int64
		want       bool
	}{
		"nfs":                              {0x6969, true},
		"cifs":                             {0xff534d42, true},
		"cifs, where the number is signed": {-0xacb2be, true},
		"9p":                               {0x01021997, true},
		"ext4":                             {0xef53, false}, "btrfs": {0x9123683e, false}, "tmpfs": {0x01021994, false}, "overlay": {0x794c7630, false},
	} {
		if got := isRemoteType(test.fileSystem); got != test.want {
			t.Errorf("%s: isRemoteType = %t, want %t", name, got, test.want)
		}
	}
	if isRemote("/proc/self") || isRemote("/nowhere") {
		t.Error("a local file system, or none, is taken for a remote one")
	}
}
