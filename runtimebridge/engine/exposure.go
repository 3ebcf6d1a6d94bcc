package engine

import "slices"

// exposure is the allowlist of one client: what it was when the client
// connected, as far as it still is.
type exposure struct {
	snapshot []string
	live     func() ([]string, error)
}

func newExposure(names []string, live func() ([]string, error)) *exposure {
	var snapshot []string
	for _, name := range names {
		if !slices.Contains(snapshot, name) {
			snapshot = append(snapshot, name)
		}
	}
	return &exposure{snapshot: snapshot, live: live}
}

// names lists what is exposed now, in the order of the snapshot. An allowlist
// that cannot be read exposes nothing.
func (x *exposure) names() []string {
	live, err := x.live()
	if err != nil {
		return nil
	}
	var names []string
	for _, name := range x.snapshot {
		if slices.Contains(live, name) {
			names = append(names, name)
		}
	}
	return names
}
