package mcpauth

// Status says whether authentication would succeed.
type Status struct {
	// ClientID is the id of a client that presents the stored token. Empty when
	// no token can be read.
	ClientID string

	// Findings are the reasons why authentication would fail, none when it
	// would succeed.
	Findings []Finding
}

// OK reports whether authentication would succeed.
func (s Status) OK() bool { return len(s.Findings) == 0 }

// Check says whether a client that presents the stored token would be
// authenticated. It changes nothing.
func Check(loc Location) Status {
	secret, err := newVault().read(loc)
	if err != nil {
		return Status{Findings: []Finding{findingOf(err)}}
	}
	status := Status{ClientID: clientID(secret)}
	if spoiled(secret) {
		status.Findings = append(status.Findings, finding(FindingTokenEdited, loc.TokenPath()))
	}
	return status
}

// CheckPresented says whether Authenticate would succeed with what is presented,
// usually the value of EnvVariable. It changes nothing.
func CheckPresented(loc Location, presented string) Status {
	if client, err := Authenticate(loc, presented); err == nil {
		return Status{ClientID: client.ID()}
	}
	status := Check(loc)
	code := presentedFault(presented)
	if code == "" && status.ClientID != "" {
		code = FindingVariableMismatch
	}
	if code != "" {
		status.Findings = append(status.Findings, finding(code, ""))
	}
	return status
}
