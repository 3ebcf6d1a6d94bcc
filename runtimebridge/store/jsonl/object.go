package jsonl

// member is one key and value of a JSON object.
type member struct{ key, value []byte }

// scanner walks over JSON that json.Valid has accepted, so it need not look for
// errors: it finds where values end.
type scanner struct {
	text []byte
	at   int
}

// inner is the text between the brackets or braces of a value.
func inner(value []byte) *scanner { return &scanner{text: value[1 : len(value)-1]} }

// nextMember gives the next member of an object, false after the last. The key
// is still quoted.
func (s *scanner) nextMember() (member, bool) {
	key, ok := s.nextElement()
	if !ok {
		return member{}, false
	}
	value, _ := s.nextElement()
	return member{key: key, value: value}, true
}

// nextElement gives the next value of an array, false after the last.
func (s *scanner) nextElement() ([]byte, bool) {
	for s.at < len(s.text) && isBetween(s.text[s.at]) {
		s.at++
	}
	if s.at == len(s.text) {
		return nil, false
	}
	start := s.at
	s.skipValue()
	return s.text[start:s.at], true
}

// isBetween reports whether a byte stands between values.
func isBetween(c byte) bool {
	return c == ',' || c == ':' || c == ' ' || c == '\t' || c == '\r' || c == '\n'
}

func (s *scanner) skipValue() {
	switch s.text[s.at] {
	case '"':
		s.skipString()
	case '{', '[':
		s.skipNested()
	default:
		for s.at < len(s.text) && !isBetween(s.text[s.at]) && s.text[s.at] != ']' && s.text[s.at] != '}' {
			s.at++
		}
	}
}

func (s *scanner) skipString() {
	for s.at++; s.text[s.at] != '"'; s.at++ {
		if s.text[s.at] == '\\' {
			s.at++
		}
	}
	s.at++
}

func (s *scanner) skipNested() {
	for depth := 0; ; {
		switch s.text[s.at] {
		case '"':
			s.skipString()
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		s.at++
		if depth == 0 {
			return
		}
	}
}
