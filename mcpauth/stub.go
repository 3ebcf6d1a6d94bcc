package mcpauth

func Create(loc Location) (Token, error) { return Token{}, ErrUnsupported }
func Rotate(loc Location) (Token, error) { return Token{}, ErrUnsupported }
func Delete(loc Location) error          { return ErrUnsupported }
func Authenticate(loc Location, presented string) (Client, error) {
	return Client{}, &AuthenticationError{ReasonBadFile}
}
func Check(loc Location) Status                            { return Status{} }
func CheckPresented(loc Location, presented string) Status { return Status{} }
