// Package providertest holds what tests need in place of a model provider. A
// Script is a provider.Provider that plays replies written down beforehand,
// remembers what it was asked, and is as strict about requests as the pickiest
// real provider: see Check.
//
// It is for tests only and imports no testing package, so that it can also
// stand behind a program under test.
package providertest
