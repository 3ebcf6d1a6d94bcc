package mcpcontracts

// value reads the value at d.pos, which lies inside depth arrays and objects.
func (d *decoder) value(depth int) (any, bool) {
	if d.pos == len(d.data) {
		return nil, d.stop(KindSyntax)
	}
	if d.values++; !d.hasRoom() {
		d.refuse(KindSize, d.pos)
	}
	switch c := d.data[d.pos]; c {
	case '{', '[':
		if depth == MaxDepth {
			d.refuse(KindDepth, d.pos)
		}
		if depth == MaxDepth || !d.hasRoom() {
			return nil, d.skipNested()
		}
		if c == '{' {
			return d.object(depth + 1)
		}
		return d.array(depth + 1)
	case '"':
		return boxed(d.text())
	case 't':
		return true, d.word("true")
	case 'f':
		return false, d.word("false")
	case 'n':
		return nil, d.word("null")
	default:
		return d.number()
	}
}

func boxed(s string, ok bool) (any, bool) { return s, ok }

func (d *decoder) word(word string) bool {
	end := d.pos + len(word)
	if end > len(d.data) || d.data[d.pos:end] != word {
		return d.stop(KindSyntax)
	}
	d.pos = end
	return true
}

func (d *decoder) array(depth int) (any, bool) {
	d.pos++
	list := []any{}
	d.skipBlanks()
	if d.take(']') {
		return list, true
	}
	for {
		d.skipBlanks()
		item, ok := d.value(depth)
		if !ok {
			return nil, false
		}
		if d.hasRoom() {
			list = append(list, item)
		}
		d.skipBlanks()
		if d.take(']') {
			return list, true
		}
		if !d.take(',') {
			return nil, d.stop(KindSyntax)
		}
	}
}

func (d *decoder) object(depth int) (any, bool) {
	d.pos++
	members := map[string]any{}
	d.skipBlanks()
	if d.take('}') {
		return members, true
	}
	for {
		d.skipBlanks()
		if !d.member(members, depth) {
			return nil, false
		}
		d.skipBlanks()
		if d.take('}') {
			return members, true
		}
		if !d.take(',') {
			return nil, d.stop(KindSyntax)
		}
	}
}

// member reads one name and its value. A name that occurs again ends up null,
// so that neither of its values is taken for the right one.
func (d *decoder) member(members map[string]any, depth int) bool {
	start := d.pos
	if start == len(d.data) || d.data[start] != '"' {
		return d.stop(KindSyntax)
	}
	name, ok := d.text()
	if !ok {
		return false
	}
	d.skipBlanks()
	if !d.take(':') {
		return d.stop(KindSyntax)
	}
	d.skipBlanks()
	value, ok := d.value(depth)
	if !ok {
		return false
	}
	if _, again := members[name]; again {
		d.refuse(KindDuplicateKey, start)
		value = nil
	}
	if d.hasRoom() || depth == 1 && len(members) < outermostMembers {
		members[name] = value
	}
	return true
}

// hasRoom reports whether more values may be kept.
func (d *decoder) hasRoom() bool { return d.values <= MaxValues }

// outermostMembers is how many members of the outermost object are kept when
// there are too many values, so that a request can be answered by its id.
const outermostMembers = 16

// skipNested moves past an array or object that lies too deep. Its brackets are
// counted, without recursion; what is between them is not checked.
func (d *decoder) skipNested() bool {
	for open := 0; d.pos < len(d.data); {
		switch d.data[d.pos] {
		case '"':
			if _, ok := d.text(); !ok {
				return false
			}
			continue
		case '{', '[':
			open++
		case '}', ']':
			open--
		}
		d.pos++
		if open == 0 {
			return true
		}
	}
	return d.stop(KindSyntax)
}
