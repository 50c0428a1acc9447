package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// No shop has more events than this, so a larger number is not a log's size.
const mostEvents = 1 << 40

func trimmed(text []byte) string { return strings.TrimSpace(string(text)) }

// openCheckpoint reads a checkpoint (c2sp.org/tlog-checkpoint) signed by one of these keys.
func openCheckpoint(signed []byte, name string, keys note.Verifiers) (tlog.Tree, error) {
	opened, err := note.Open(signed, keys)
	if err != nil {
		return tlog.Tree{}, err
	}
	lines := strings.SplitN(opened.Text, "\n", 4)
	if len(lines) < 4 || lines[0] != name {
		return tlog.Tree{}, errors.New("it is not of this log")
	}
	size, err := parseSize(lines[1])
	if err != nil {
		return tlog.Tree{}, err
	}
	root, err := tlog.ParseHash(lines[2])
	if err != nil {
		return tlog.Tree{}, err
	}
	if size == 0 && root != tlog.Hash(sha256.Sum256(nil)) {
		return tlog.Tree{}, errors.New("an empty log has another root")
	}
	return tlog.Tree{N: size, Hash: root}, nil
}

func parseSize(digits string) (int64, error) {
	size, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || strconv.FormatInt(size, 10) != digits || size < 0 || size > mostEvents {
		return 0, fmt.Errorf("%q is no number of events", digits)
	}
	return size, nil
}

// proof is a proof of c2sp.org/tlog-proof, whose extra data is the leaf.
type proof struct {
	index      int64
	leaf       []byte
	hashes     tlog.RecordProof
	checkpoint []byte
}

func parseProof(text []byte) (proof, error) {
	var read proof
	head, checkpoint, isSplit := bytes.Cut(text, []byte("\n\n"))
	lines := strings.Split(string(head), "\n")
	if !isSplit || len(lines) < 3 || lines[0] != "c2sp.org/tlog-proof@v1" {
		return read, errors.New("it is not one of c2sp.org/tlog-proof")
	}
	extra, isExtra := cutPrefix(lines[1], "extra ")
	digits, isIndex := cutPrefix(lines[2], "index ")
	if !isExtra || !isIndex {
		return read, errors.New("its leaf or its index is missing")
	}
	var err error
	if read.leaf, err = base64.StdEncoding.Strict().DecodeString(extra); err != nil {
		return read, err
	}
	if read.index, err = parseSize(digits); err != nil {
		return read, err
	}
	for _, line := range lines[3:] {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			return read, err
		}
		read.hashes = append(read.hashes, hash)
	}
	read.checkpoint = checkpoint
	return read, nil
}

func cutPrefix(text, prefix string) (string, bool) {
	return strings.TrimPrefix(text, prefix), strings.HasPrefix(text, prefix)
}

// checkWitness requires a witness's cosignature on the checkpoint.
func checkWitness(signed []byte, file string) error {
	key, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	witness, err := parseCosigner(trimmed(key))
	if err != nil {
		return fmt.Errorf("the key of the witness: %v", err)
	}
	if _, err := note.Open(signed, note.VerifierList(witness)); err != nil {
		return fmt.Errorf("the witness %s has not cosigned the checkpoint: %v", witness.name, err)
	}
	return nil
}

// cosigner checks cosignatures of c2sp.org/tlog-cosignature, which the library does not support.
type cosigner struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

const cosignatureType = 4

func parseCosigner(text string) (*cosigner, error) {
	parts := strings.SplitN(text, "+", 3)
	if len(parts) != 3 {
		return nil, errors.New("it is not a verifier key")
	}
	key, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || len(key) != 1+ed25519.PublicKeySize || key[0] != cosignatureType {
		return nil, errors.New("it is not a witness's verifier key")
	}
	hash := sha256.Sum256(append([]byte(parts[0]+"\n"), key...))
	if fmt.Sprintf("%x", hash[:4]) != parts[1] {
		return nil, errors.New("it does not have the id that it states")
	}
	return &cosigner{parts[0], binary.BigEndian.Uint32(hash[:4]), key[1:]}, nil
}

func (c *cosigner) Name() string    { return c.name }
func (c *cosigner) KeyHash() uint32 { return c.hash }
func (c *cosigner) Verify(text, signature []byte) bool {
	if len(signature) != 8+ed25519.SignatureSize {
		return false
	}
	time := binary.BigEndian.Uint64(signature)
	message := fmt.Sprintf("cosignature/v1\ntime %d\n%s", time, text)
	return ed25519.Verify(c.key, []byte(message), signature[8:])
}
