package mcpserver

// What decoded values take beside the text that they were decoded from, in
// bytes, about.
const (
	scalarBytes   = 16
	listBytes     = 24
	listSlotBytes = 16
	objectBytes   = 48
	memberBytes   = 40  // in an object of many
	smallestTable = 288 // in an object of one
)

// argumentBytes is about how much memory the arguments of a call take: as they
// were decoded, and once more as the copy that was validated.
func argumentBytes(arguments any) int { return 2 * decodedBytes(arguments) }

func decodedBytes(value any) int {
	switch v := value.(type) {
	case map[string]any:
		size := objectBytes
		if len(v) > 0 {
			size += max(smallestTable, memberBytes*len(v))
		}
		for _, member := range v {
			size += decodedBytes(member)
		}
		return size
	case []any:
		size := listBytes + listSlotBytes*len(v)
		for _, item := range v {
			size += decodedBytes(item)
		}
		return size
	}
	return scalarBytes
}
