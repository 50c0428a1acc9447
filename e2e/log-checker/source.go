package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/tlog"
)

const (
	height = 8
	width  = 1 << height
	// No bundle of leaves is longer than this.
	longest = width * (2 + 1<<16)
)

var errMissing = errors.New("it is missing")

// reader reads what a log publishes at a path. It returns errMissing if there is nothing.
type reader func(path string) ([]byte, error)

func readerOf(place string) reader {
	if !strings.HasPrefix(place, "http://") && !strings.HasPrefix(place, "https://") {
		return func(path string) ([]byte, error) {
			file, err := os.Open(filepath.Join(place, filepath.FromSlash(path)))
			if errors.Is(err, os.ErrNotExist) {
				return nil, errMissing
			}
			if err != nil {
				return nil, err
			}
			defer file.Close()
			return readAtMost(file)
		}
	}
	client := http.Client{
		Timeout: 10 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return errors.New("it leads elsewhere")
		},
	}
	return func(path string) ([]byte, error) {
		request, err := http.NewRequest("GET", strings.TrimRight(place, "/")+"/"+path, nil)
		if err != nil {
			return nil, err
		}
		if token := os.Getenv("LOG_READ_TOKEN"); token != "" {
			request.Header.Set("Authorization", "Bearer "+token)
		}
		answer, err := client.Do(request)
		if err != nil {
			return nil, err
		}
		defer answer.Body.Close()
		if answer.StatusCode == http.StatusNotFound {
			return nil, errMissing
		}
		if answer.StatusCode != http.StatusOK {
			return nil, fmt.Errorf("%s answers %s", path, answer.Status)
		}
		return readAtMost(answer.Body)
	}
}

func readAtMost(from io.Reader) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(from, longest+1))
	if err == nil && len(content) > longest {
		err = errors.New("it is too long")
	}
	return content, err
}

// readGiven reads the given file or, without one, what the log publishes.
func readGiven(file, path string, read reader) ([]byte, error) {
	if file != "" {
		return os.ReadFile(file)
	}
	content, err := read(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %v", path, err)
	}
	return content, nil
}

// tileSource reads a tree's tiles, and authenticates each of them up to the signed root.
//
// In versions before 0.40.0, which Debian ships, the library's own TileHashReader accepts some tiles
// without checking them (CVE-2026-56865). So it is used here only for the root.
type tileSource struct {
	read reader
	tree tlog.Tree
	// Everything above the lowest level, and the tiles that give the root.
	known map[tlog.Tile][]byte
	// The last tile of the lowest level.
	last  tlog.Tile
	bytes []byte
}

func openTiles(read reader, tree tlog.Tree) (*tileSource, error) {
	source := &tileSource{read: read, tree: tree, known: map[tlog.Tile][]byte{}}
	if tree.N == 0 {
		return source, nil
	}
	// Without an index, the library reads the tiles that must give the root, and saves them if they do.
	_, err := tlog.TileHashReader(tree, rootTiles{source}).ReadHashes(nil)
	return source, err
}

// ReadHashes makes a tileSource a tlog.HashReader.
func (s *tileSource) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	hashes := make([]tlog.Hash, len(indexes))
	for n, index := range indexes {
		tile := s.widened(tlog.TileForIndex(height, index))
		content, err := s.authenticated(tile)
		if err != nil {
			return nil, err
		}
		if hashes[n], err = tlog.HashFromTile(tile, content, index); err != nil {
			return nil, err
		}
	}
	return hashes, nil
}

// widened returns a tile with the number of hashes that it has in the tree.
func (s *tileSource) widened(tile tlog.Tile) tlog.Tile {
	left := s.tree.N>>(height*tile.L) - tile.N*width
	tile.W = width
	if left < width {
		tile.W = int(left)
	}
	return tile
}

// authenticated compares a full tile with its hash in its parent. Partial tiles are known
// already, because they gave the root.
func (s *tileSource) authenticated(tile tlog.Tile) ([]byte, error) {
	if content, isKnown := s.known[tile]; isKnown {
		return content, nil
	}
	if tile == s.last {
		return s.bytes, nil
	}
	if tile.W < width {
		return nil, fmt.Errorf("%s is no part of the root", pathOf(tile))
	}
	parents, err := s.ReadHashes([]int64{tlog.StoredHashIndex(height*(tile.L+1), tile.N)})
	if err != nil {
		return nil, err
	}
	content, err := s.readTile(tile)
	if err != nil {
		return nil, err
	}
	level := height*tile.L + height - 1
	left, err := tlog.HashFromTile(tile, content, tlog.StoredHashIndex(level, 2*tile.N))
	if err != nil {
		return nil, err
	}
	right, err := tlog.HashFromTile(tile, content, tlog.StoredHashIndex(level, 2*tile.N+1))
	if err != nil {
		return nil, err
	}
	if tlog.NodeHash(left, right) != parents[0] {
		return nil, fmt.Errorf("%s does not fit the tile above it", pathOf(tile))
	}
	if tile.L > 0 {
		s.known[tile] = content
	} else {
		s.last, s.bytes = tile, content
	}
	return content, nil
}

func (s *tileSource) readTile(tile tlog.Tile) ([]byte, error) {
	content, err := s.readPartly("", tile)
	if err != nil {
		return nil, fmt.Errorf("%s: %v", pathOf(tile), err)
	}
	if len(content) != tile.W*tlog.HashSize && len(content) != width*tlog.HashSize {
		return nil, fmt.Errorf("%s has the wrong width", pathOf(tile))
	}
	return content[:tile.W*tlog.HashSize], nil
}

// rootTiles reads the tiles from which the library computes the root.
type rootTiles struct{ *tileSource }

func (rootTiles) Height() int { return height }

func (s rootTiles) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	all := make([][]byte, len(tiles))
	for n, tile := range tiles {
		var err error
		if all[n], err = s.readTile(tile); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (s rootTiles) SaveTiles(tiles []tlog.Tile, contents [][]byte) {
	for n, tile := range tiles {
		s.known[tile] = contents[n]
	}
}

// readEntries reads a bundle of leaves: each is preceded by its length in two bytes.
func (s *tileSource) readEntries(index int64, count int) ([][]byte, error) {
	bundle, err := s.readPartly("entries", tlog.Tile{H: height, N: index, W: count})
	if err != nil {
		return nil, err
	}
	leaves := make([][]byte, 0, count)
	for len(leaves) < count {
		if len(bundle) < 2 || len(bundle)-2 < int(binary.BigEndian.Uint16(bundle)) {
			return nil, errors.New("its bundle ends too early")
		}
		length := int(binary.BigEndian.Uint16(bundle))
		leaves = append(leaves, bundle[2:2+length])
		bundle = bundle[2+length:]
	}
	return leaves, nil
}

// readPartly falls back on the full tile, because a partial one may be gone once the full one exists.
func (s *tileSource) readPartly(kind string, tile tlog.Tile) ([]byte, error) {
	content, err := s.read(named(kind, tile))
	if err == errMissing && tile.W < width {
		tile.W = width
		return s.read(named(kind, tile))
	}
	return content, err
}

func named(kind string, tile tlog.Tile) string {
	path := pathOf(tile)
	if kind == "" {
		return path
	}
	return strings.Replace(path, "tile/0/", "tile/"+kind+"/", 1)
}

// pathOf omits the height, which the library's own format has but c2sp.org/tlog-tiles does not.
func pathOf(tile tlog.Tile) string {
	return strings.Replace(tile.Path(), fmt.Sprintf("tile/%d/", height), "tile/", 1)
}
