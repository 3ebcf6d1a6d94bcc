package mcpcontracts

// Call is a checked call of a wrapper tool: the params of a tools/call request.
type Call struct {
	Name      string         `json:"name"`
	Arguments map[string]any `json:"arguments"` // never nil; numbers are json.Number
}

// NewCall checks a call. The arguments and the error are those of Validate.
func NewCall(name string, arguments any) (Call, error) {
	checked, err := Validate(name, arguments)
	if err != nil {
		return Call{}, err
	}
	return Call{Name: name, Arguments: checked}, nil
}
