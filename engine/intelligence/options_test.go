package intelligence

import (
	"context"
	"errors"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"ebb/engine"
)

func TestOptions(t *testing.T) {
	nan, hot := math.NaN(), 2.5
	for _, tt := range []struct {
		name   string
		change func(*Options)
		field  string // of the refusal; "": accepted
		says   string
	}{
		{"as they are", func(*Options) {}, "", ""},
		{"localhost", func(o *Options) { o.BaseURL = "http://localhost:11434/v1" }, "", ""},
		{"IPv6", func(o *Options) { o.BaseURL = "http://[::1]:11434/v1" }, "", ""},
		{"https", func(o *Options) { o.BaseURL = "https://api.example.com/v1/" }, "", ""},
		{"no key", func(o *Options) { o.KeyEnv = "" }, "", ""},
		{"plain, elsewhere", func(o *Options) { o.BaseURL = "http://192.168.1.5/v1" }, "base_url", "https"},
		{"plain, a lookalike", func(o *Options) { o.BaseURL = "http://127.0.0.1.example.com/v1" }, "base_url", "https"},
		{"plain, another lookalike", func(o *Options) { o.BaseURL = "http://notlocalhost/v1" }, "base_url", "https"},
		{"plain, allowed", func(o *Options) { o.BaseURL, o.AllowPlain = "http://192.168.1.5/v1", true }, "", ""},
		{"no address", func(o *Options) { o.BaseURL = "" }, "base_url", "an address"},
		{"a name alone", func(o *Options) { o.BaseURL = "localhost:11434" }, "base_url", "an address"},
		{"another scheme", func(o *Options) { o.BaseURL = "ftp://localhost/v1" }, "base_url", "http or https"},
		{"no URL", func(o *Options) { o.BaseURL = "http://" + secret + " :/" }, "base_url", "an address"},
		{"a secret in the URL", func(o *Options) { o.BaseURL = "https://me:" + secret + "@example.com" }, "base_url", "environment"},
		{"a secret in the query", func(o *Options) { o.BaseURL = "https://example.com/v1?key=" + secret }, "base_url", "environment"},
		{"no model", func(o *Options) { o.Model = "" }, "model", "name"},
		{"a model of two lines", func(o *Options) { o.Model = "a\nb" }, "model", "name"},
		{"a long model", func(o *Options) { o.Model = strings.Repeat("m", 201) }, "model", "200"},
		{"the key for its name", func(o *Options) { o.KeyEnv = secret }, "key_env", "never the key"},
		{"an odd name", func(o *Options) { o.KeyEnv = "1KEY" }, "key_env", "in capitals"},
		{"not set", func(o *Options) { o.KeyEnv = "OTHER_KEY" }, "key_env", "OTHER_KEY, which is not set"},
		{"a key of two lines", func(o *Options) {
			o.Getenv = environment(secret + "\nX-Evil: 1")
		}, "key_env", "no header can carry"},
		{"negative timeout", func(o *Options) { o.Timeout = -time.Second }, "timeout", "from 0"},
		{"negative rate", func(o *Options) { o.RequestsPerMinute = -1 }, "requests_per_minute", "from 0"},
		{"no limit", func(o *Options) { o.MaxAnswerBytes = math.MaxInt64 }, "max_answer_bytes", "to 1073741824"},
		{"too hot", func(o *Options) { o.Temperature = &hot }, "temperature", "to 2"},
		{"NaN", func(o *Options) { o.Temperature = &nan }, "temperature", "to 2"},
		{"NaN price", func(o *Options) { o.PriceIn = nan }, "price_in", "from 0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := Options{
				BaseURL: "http://127.0.0.1:11434/v1", Model: "small", KeyEnv: "EBB_TEST_KEY",
				Getenv: environment(" " + secret + "\n"),
			}
			tt.change(&o)
			c, err := OpenChat(o)
			if tt.field == "" {
				if err != nil {
					t.Fatal(err)
				}
				if got := c.o.endpoint.String(); !strings.HasSuffix(got, "/v1/chat/completions") {
					t.Errorf("endpoint %s", got)
				}
				return
			}
			var invalid *engine.ValidationError
			if !errors.As(err, &invalid) || invalid.Field != tt.field || !strings.Contains(err.Error(), tt.says) {
				t.Fatalf("got %v; want a refusal of %s that says %q", err, tt.field, tt.says)
			}
			if strings.Contains(err.Error(), secret[:8]) {
				t.Errorf("the refusal tells the key: %v", err)
			}
		})
	}
}

func TestTheWholeEndpointIsTakenAsIs(t *testing.T) {
	c, err := OpenChat(Options{BaseURL: "https://example.com/x/chat/completions", Model: "m"})
	if err != nil || c.o.endpoint.String() != "https://example.com/x/chat/completions" || c.Name() != "m@example.com" {
		t.Errorf("got %v, %v", c, err)
	}
}

func TestPlainHTTPDialsThisMachineOnly(t *testing.T) {
	for address, allowed := range map[string]bool{
		"127.0.0.1:80": true, "127.9.9.9:80": true, "[::1]:80": true, "[::ffff:127.0.0.1]:80": true,
		"10.0.0.1:80": false, "[2001:db8::1]:80": false, "0.0.0.0:80": false, "nonsense": false,
	} {
		if err := loopbackOnly("tcp", address, nil); (err == nil) != allowed {
			t.Errorf("%s: %v", address, err)
		}
	}
	if passing(&CallError{Kind: ErrUnreachable, Err: errNotThisMachine}) {
		t.Error("a name that points elsewhere is tried again")
	}
}

func TestProxies(t *testing.T) {
	proxy := serve(t, says(goodVerdict))
	at, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	through := func(o *Options) { o.Proxy = http.ProxyURL(at) }
	s := serve(t, says(goodVerdict))
	c, _ := open(t, s.URL, through)
	if _, err := c.Compare(t.Context(), memory("a"), memory("b")); err != nil || len(proxy.seen()) != 0 {
		t.Errorf("asking this machine went through the proxy: %v", err)
	}
	c, _ = open(t, "http://model.example", func(o *Options) { through(o); o.AllowPlain = true })
	if _, err := c.Compare(t.Context(), memory("a"), memory("b")); err != nil || len(proxy.seen()) != 1 {
		t.Errorf("the proxy was passed by: %v", err)
	}
}

func TestUntrustedCertificate(t *testing.T) {
	s := httptest.NewUnstartedServer(says(goodVerdict))
	s.Config.ErrorLog = quiet
	s.StartTLS()
	defer s.Close()
	c, w := open(t, s.URL, nil)
	_, err := c.Compare(t.Context(), memory("a"), memory("b"))
	if !errors.Is(err, ErrUnreachable) || len(w.slept) != 0 {
		t.Fatalf("got %v after waiting %v", err, w.slept)
	}
	checkMessage(t, err, s.URL, "certificate")
}

func TestSleepEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := sleep(ctx, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if err := sleep(t.Context(), time.Nanosecond); err != nil {
		t.Errorf("got %v", err)
	}
}
