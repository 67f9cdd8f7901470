package guest

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"io/fs"

	"ebb/ui/cli/files"
)

// op is what the holder asks of the guest's files.
type op string

const (
	opRead   op = "read" // handle, at most N bytes; handle 0 is standard input
	opClose  op = "close"
	opAbs    op = "abs"
	opStat   op = "stat"
	opOpen   op = "open"
	opList   op = "list"
	opCreate op = "create"
	opNew    op = "new" // create, but never over a file that is there
	opCommit op = "commit"
	opAbort  op = "abort"
	opFolder op = "folder"
	opRemove op = "remove"
)

type query struct {
	ID     uint32 `json:"id"`
	Op     op     `json:"op"`
	Handle uint32 `json:"handle,omitempty"`
	Path   string `json:"path,omitempty"`
	N      int    `json:"n,omitempty"`
}

// answer is the JSON part of a reply; data follows it.
type answer struct {
	Handle uint32       `json:"handle,omitempty"`
	Path   string       `json:"path,omitempty"`
	Info   *files.Info  `json:"info,omitempty"`
	List   []files.Info `json:"list,omitempty"`
	EOF    bool         `json:"eof,omitempty"`
	Err    *remoteError `json:"err,omitempty"`
}

// remoteError carries an error across the socket with what errors.Is and
// errors.As are asked about it.
type remoteError struct {
	Text string      `json:"text"`
	Kind string      `json:"kind,omitempty"`
	Path string      `json:"path,omitempty"`
	Mode fs.FileMode `json:"mode,omitempty"`
}

func (e *remoteError) Error() string { return e.Text }

var errorKinds = map[string]error{"absent": fs.ErrNotExist, "denied": fs.ErrPermission, "exists": fs.ErrExist}

func (e *remoteError) Is(target error) bool {
	known, ok := errorKinds[e.Kind]
	return ok && target == known
}

// pack makes an error ready to travel.
func pack(err error) *remoteError {
	if err == nil {
		return nil
	}
	r := &remoteError{Text: err.Error()}
	var odd *files.NotRegularError
	if errors.As(err, &odd) {
		r.Kind, r.Path, r.Mode = "irregular", odd.Path, odd.Mode
		return r
	}
	for name, known := range errorKinds {
		if errors.Is(err, known) {
			r.Kind = name
		}
	}
	return r
}

// unpack is the error as it was, as far as anyone asks.
func (e *remoteError) unpack() error {
	switch {
	case e == nil:
		return nil
	case e.Kind == "irregular":
		return &files.NotRegularError{Path: e.Path, Mode: e.Mode}
	}
	return e
}

// A reply is the query's id, the length of the answer, the answer, the data.
func packReply(id uint32, a *answer, data []byte) ([][]byte, error) {
	j, err := json.Marshal(a)
	if err != nil {
		return nil, err
	}
	var head [8]byte
	binary.BigEndian.PutUint32(head[:4], id)
	binary.BigEndian.PutUint32(head[4:], uint32(len(j)))
	return [][]byte{head[:], j, data}, nil
}

func unpackReply(p []byte) (id uint32, a answer, data []byte, err error) {
	if len(p) < 8 {
		return 0, a, nil, &FrameError{"a reply too short for its head"}
	}
	id = binary.BigEndian.Uint32(p)
	n := binary.BigEndian.Uint32(p[4:])
	if uint64(n) > uint64(len(p)-8) {
		return 0, a, nil, &FrameError{"a reply shorter than it says"}
	}
	if err := json.Unmarshal(p[8:8+n], &a); err != nil {
		return 0, a, nil, &FrameError{"a reply that cannot be read: " + err.Error()}
	}
	return id, a, p[8+n:], nil
}

// errEnded answers queries that the connection's end overtook.
var errEnded = errors.New("the guest went away")
