// The log-checker checks whether the event log that a shop publishes is intact. It shares no code
// with the shop: signatures, trees and proofs come from golang.org/x/mod/sumdb, on which the Go
// project itself relies. docs/log-proof.md says how to run it.
//
// Exit codes: 0 intact, 1 a fault (the first one is printed), 2 wrong arguments.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"golang.org/x/mod/sumdb/tlog"
)

type arguments struct {
	key, log, checkpoint, since, witness, proof string
	entries                                     bool
}

func main() {
	var given arguments
	flag.StringVar(&given.key, "key", "", "file with a verifier key of the log: the one now, or one that you kept")
	flag.StringVar(&given.log, "log", "", "folder with the files of the log, or its address")
	flag.StringVar(&given.checkpoint, "checkpoint", "", "file; otherwise the newest of the log")
	flag.StringVar(&given.since, "since", "", "file with a checkpoint that you kept")
	flag.StringVar(&given.witness, "witness", "", "file with the verifier key of a witness who must have cosigned")
	flag.StringVar(&given.proof, "proof", "", "file with a proof of one event (c2sp.org/tlog-proof)")
	flag.BoolVar(&given.entries, "entries", false, "compare the leaves too; LOG_READ_TOKEN opens an address")
	flag.Parse()
	if given.key == "" || given.log == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	tree, err := check(given)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Printf("%d events, root %v: whole\n", tree.N, tree.Hash)
}

// check returns the signed tree, or the first fault.
func check(given arguments) (tlog.Tree, error) {
	read := readerOf(given.log)
	log, err := openKeys(given.key, read)
	if err != nil {
		return tlog.Tree{}, err
	}
	signed, err := readGiven(given.checkpoint, "checkpoint", read)
	if err != nil {
		return tlog.Tree{}, err
	}
	signers := log.current
	if given.checkpoint != "" {
		signers = log.any
	}
	tree, err := openCheckpoint(signed, log.name, signers)
	if err != nil {
		return tree, fmt.Errorf("the checkpoint: %v", err)
	}
	if given.witness != "" {
		if err := checkWitness(signed, given.witness); err != nil {
			return tree, err
		}
	}
	tiles, err := openTiles(read, tree)
	if err != nil {
		return tree, fmt.Errorf("the tiles do not give the signed root: %v", err)
	}
	if err := checkLeaves(tree, tiles, given.entries); err != nil {
		return tree, err
	}
	if given.since != "" {
		if err := checkSince(tree, tiles, log, given.since); err != nil {
			return tree, err
		}
	}
	if given.proof != "" {
		return tree, checkProof(tree, tiles, log, given.proof)
	}
	return tree, nil
}

// checkLeaves reads every tile, verifies it up to the signed root, and compares the leaves with the
// tile.
func checkLeaves(tree tlog.Tree, tiles *tileSource, entries bool) error {
	for first := int64(0); first < tree.N; first += width {
		count := tree.N - first
		if count > width {
			count = width
		}
		indexes := make([]int64, count)
		for n := range indexes {
			indexes[n] = tlog.StoredHashIndex(0, first+int64(n))
		}
		found, err := tiles.ReadHashes(indexes)
		if err != nil {
			return fmt.Errorf("event %d: the tiles do not give the signed root: %v", first, err)
		}
		if !entries {
			continue
		}
		leaves, err := tiles.readEntries(first/width, int(count))
		if err != nil {
			return fmt.Errorf("event %d: its leaf: %v", first, err)
		}
		for n, leaf := range leaves {
			if tlog.RecordHash(leaf) != found[n] {
				return fmt.Errorf("event %d: the leaf is not the one that was signed", first+int64(n))
			}
		}
	}
	return nil
}

// checkSince verifies that everything covered by a kept checkpoint is still in the log.
func checkSince(tree tlog.Tree, hashes tlog.HashReader, log *logKeys, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	kept, err := openCheckpoint(text, log.name, log.any)
	if err != nil {
		return fmt.Errorf("the kept checkpoint: %v", err)
	}
	if kept.N > tree.N {
		return fmt.Errorf("event %d: the log ends here, but the kept checkpoint has %d events", tree.N, kept.N)
	}
	if kept.N == 0 {
		return nil
	}
	proof, err := tlog.ProveTree(tree.N, kept.N, hashes)
	if err != nil {
		return err
	}
	if tlog.CheckTree(proof, tree.N, tree.Hash, kept.N, kept.Hash) != nil {
		return fmt.Errorf("not all of the first %d events are as the kept checkpoint has them", kept.N)
	}
	return nil
}

// checkProof checks a proof on its own, and its checkpoint against the log's.
func checkProof(tree tlog.Tree, hashes tlog.HashReader, log *logKeys, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	proof, err := parseProof(text)
	if err != nil {
		return fmt.Errorf("the proof: %v", err)
	}
	then, err := openCheckpoint(proof.checkpoint, log.name, log.any)
	if err != nil {
		return fmt.Errorf("the proof's checkpoint: %v", err)
	}
	if proof.index >= then.N {
		return errors.New("the proof: its checkpoint does not cover the event")
	}
	if tlog.CheckRecord(proof.hashes, then.N, then.Hash, proof.index, tlog.RecordHash(proof.leaf)) != nil {
		return fmt.Errorf("event %d: the proof does not lead from its leaf to the signed root", proof.index)
	}
	if then.N > tree.N {
		return fmt.Errorf("event %d: the log ends here, but the proof's checkpoint has %d events", tree.N, then.N)
	}
	same, err := tlog.ProveTree(tree.N, then.N, hashes)
	if err != nil {
		return err
	}
	if tlog.CheckTree(same, tree.N, tree.Hash, then.N, then.Hash) != nil {
		return fmt.Errorf("the proof is of another log: not all of its first %d events are in this one", then.N)
	}
	return nil
}
