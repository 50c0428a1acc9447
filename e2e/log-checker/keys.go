package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// No log changes its key more often than this.
const mostKeyChanges = 100

// logKeys are the keys with which a log has signed, in order. Each key vouches for a kept
// checkpoint, but only the last key vouches for what the log shows now.
type logKeys struct {
	name         string
	any, current note.Verifiers
}

// openKeys reads the kept key, and follows the key changes that the log publishes. Both keys of a
// change must have signed it. If no change concerns the kept key, it is the only key.
func openKeys(file string, read reader) (*logKeys, error) {
	kept, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	key := trimmed(kept)
	published, err := read("key-changes")
	if err != nil && !errors.Is(err, errMissing) {
		return nil, fmt.Errorf("key-changes: %v", err)
	}
	keys, err := followChanges(string(published))
	if err != nil {
		return nil, err
	}
	for _, one := range keys {
		if one == key {
			return keysOf(keys)
		}
	}
	return keysOf([]string{key})
}

func keysOf(texts []string) (*logKeys, error) {
	var all []note.Verifier
	for _, text := range texts {
		verifier, err := note.NewVerifier(text)
		if err != nil {
			return nil, fmt.Errorf("the key of the log: %v", err)
		}
		all = append(all, verifier)
	}
	last := all[len(all)-1]
	return &logKeys{last.Name(), note.VerifierList(all...), note.VerifierList(last)}, nil
}

// followChanges returns a log's keys in order: the old key of its first change, and the new key of
// each change.
func followChanges(published string) ([]string, error) {
	if published == "" {
		return nil, nil
	}
	parts := strings.Split(strings.TrimSuffix(published, "\n"), "\n\n")
	var keys []string
	for n := 0; n < len(parts); n += 2 {
		if n+1 == len(parts) {
			return nil, fmt.Errorf("change %d of the log's key has no signatures", n/2+1)
		}
		from, to, err := openChange(parts[n] + "\n\n" + parts[n+1] + "\n")
		if err != nil {
			return nil, fmt.Errorf("change %d of the log's key: %v", n/2+1, err)
		}
		if keys == nil {
			keys = []string{from}
		}
		if keys[len(keys)-1] != from {
			return nil, fmt.Errorf("change %d of the log's key: it is from a key that was not in force", n/2+1)
		}
		for _, before := range keys {
			if before == to {
				return nil, fmt.Errorf("change %d of the log's key: it is to a key that was in force before", n/2+1)
			}
		}
		keys = append(keys, to)
		if len(keys) > mostKeyChanges+1 {
			return nil, errors.New("the log has changed its key too often")
		}
	}
	return keys, nil
}

// openChange reads a key change (log-key-change/v1) signed by both of its keys.
func openChange(signed string) (from, to string, err error) {
	text, _, _ := strings.Cut(signed, "\n\n")
	lines := strings.Split(text, "\n")
	if len(lines) != 6 || lines[0] != "log-key-change/v1" {
		return "", "", errors.New("it is none")
	}
	if _, err := parseSize(lines[4]); err != nil {
		return "", "", err
	}
	if _, err := tlog.ParseHash(lines[5]); err != nil {
		return "", "", err
	}
	for _, key := range lines[2:4] {
		verifier, err := note.NewVerifier(key)
		if err != nil {
			return "", "", err
		}
		if verifier.Name() != lines[1] {
			return "", "", errors.New("its keys have another name than the log")
		}
		if _, err := note.Open([]byte(signed), note.VerifierList(verifier)); err != nil {
			return "", "", fmt.Errorf("a key has not signed it: %v", err)
		}
	}
	return lines[2], lines[3], nil
}
