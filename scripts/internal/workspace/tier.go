package workspace

import (
	"cmp"
	"fmt"
	"slices"
)

// inTiers sorts modules so that each comes after the siblings it requires: a
// module's tier is one more than the highest tier of its siblings. Within a tier
// names decide, so that the order is always the same.
func inTiers(modules []Module) ([]Module, error) {
	byName := map[string]Module{}
	for _, m := range modules {
		byName[m.Name] = m
	}
	tiers := map[string]int{}
	for _, m := range modules {
		if _, err := tierOf(m.Name, byName, tiers, nil); err != nil {
			return nil, err
		}
	}
	ordered := slices.Clone(modules)
	slices.SortFunc(ordered, func(a, b Module) int {
		return cmp.Or(cmp.Compare(tiers[a.Name], tiers[b.Name]), cmp.Compare(a.Name, b.Name))
	})
	return ordered, nil
}

func tierOf(name string, byName map[string]Module, tiers map[string]int, above []string) (int, error) {
	if tier, ok := tiers[name]; ok {
		return tier, nil
	}
	m, ok := byName[name]
	if !ok {
		return 0, fmt.Errorf("%s requires %s, which go.work does not use", above[len(above)-1], name)
	}
	if slices.Contains(above, name) {
		return 0, fmt.Errorf("%s requires itself through %v", name, above)
	}
	tier := 0
	for sibling := range m.Siblings {
		below, err := tierOf(sibling, byName, tiers, append(slices.Clone(above), name))
		if err != nil {
			return 0, err
		}
		tier = max(tier, below+1)
	}
	tiers[name] = tier
	return tier, nil
}
