package config

import (
	"encoding/json"
	"errors"
	"reflect"

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
	d.DecodeHook = mapstructure.ComposeDecodeHookFunc(
		mapstructure.StringToTimeDurationHookFunc(),
		numberToInt,
	)
}

func numberToInt(from, to reflect.Type, value any) (any, error) {
	n, ok := value.(json.Number)
	if !ok || to.Kind() != reflect.Int {
		return value, nil
	}
	i, err := n.Int64()
	if err != nil {
		return nil, errors.New("not an integer")
	}
	return int(i), nil
}
