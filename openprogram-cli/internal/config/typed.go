package config

import (
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"time"

	"github.com/go-viper/mapstructure/v2"
	"github.com/spf13/viper"
)

// config turns a checked tree into the typed configuration.
func (f File) config(tree map[string]any) (Config, error) {
	v := viper.New()
	for _, key := range keys {
		v.SetDefault(key.Name, key.Default)
	}
	if err := v.MergeConfigMap(tree); err != nil {
		return Config{}, &Error{Problem: "the settings cannot be merged"}
	}
	var c Config
	if err := v.Unmarshal(&c, exactly); err != nil {
		return Config{}, &Error{Problem: "the settings do not fit their types"}
	}
	if err := c.resolve(f); err != nil {
		return Config{}, err
	}
	return c, nil
}

// exactly turns viper's leniency off: no string becomes a list, no number a
// duration, and every key has its field.
func exactly(d *mapstructure.DecoderConfig) {
	d.WeaklyTypedInput = false
	d.ErrorUnused = true
	d.ErrorUnset = true
	d.MatchName = func(key, field string) bool { return key == field }
	d.DecodeHook = convert
}

// convert makes a duration of a text and an integer of a number, and refuses a
// number for anything else: json.Number is a string to the decoder.
func convert(_, to reflect.Type, value any) (any, error) {
	number, isNumber := value.(json.Number)
	text, isText := value.(string)
	switch {
	case isNumber && to.Kind() == reflect.Int:
		return strconv.Atoi(number.String())
	case isNumber:
		return nil, errors.New("a number for something else")
	case isText && to == reflect.TypeFor[time.Duration]():
		return time.ParseDuration(text)
	}
	return value, nil
}
