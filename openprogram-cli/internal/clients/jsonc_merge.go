package clients

import (
	"encoding/json"
	"reflect"
	"slices"

	"github.com/tailscale/hujson"
)

// merge puts our members into an object that is there. What its owner has added
// to the entry, such as a time limit, stays.
func merge(object *hujson.Object, ours members, depth int, s jsonStyle) {
	for i, m := range slices.Backward(object.Members) {
		if !ours.has(keyOf(m)) && isOwnVariable(keyOf(m)) {
			remove(object, i)
		}
	}
	for _, m := range ours {
		i := indexOf(object, m.name)
		if i >= 0 && equals(object.Members[i].Value, m.value) {
			continue
		}
		if inner, ok := m.value.(members); ok && i >= 0 {
			if there, ok := object.Members[i].Value.Value.(*hujson.Object); ok {
				merge(there, inner, depth+1, s)
				continue
			}
		}
		set(object, m.name, render(m.value, depth+1, s), depth+1, s)
	}
}

// holdsMore reports whether an object has members that are not ours to write.
func holdsMore(object *hujson.Object, ours members) bool {
	return slices.ContainsFunc(object.Members, func(m hujson.ObjectMember) bool {
		i := ours.index(keyOf(m))
		if i < 0 {
			return !isOwnVariable(keyOf(m))
		}
		there, isObject := m.Value.Value.(*hujson.Object)
		inner, wantObject := ours[i].value.(members)
		return isObject && wantObject && holdsMore(there, inner)
	})
}

// equals compares what is meant, not how it is written.
func equals(there hujson.Value, ours any) bool {
	there = there.Clone()
	there.Standardize()
	var got any
	return json.Unmarshal(there.Pack(), &got) == nil && reflect.DeepEqual(got, tree(ours))
}
