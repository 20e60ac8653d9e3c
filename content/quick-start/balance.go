// Reads the balance of one account: go run balance.go 221770000001
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

var (
	token   string
	renewAt time.Time
)

// send waits as long as Retry-After says after a 429 or 503, four times at most.
func send(build func() (*http.Request, error)) (int, []byte) {
	for retries := 4; ; retries-- {
		request, err := build()
		if err != nil {
			log.Fatal(err)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			log.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil {
			log.Fatal(err)
		}
		if (response.StatusCode != 429 && response.StatusCode != 503) || retries == 0 {
			return response.StatusCode, body
		}
		seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
		if err != nil {
			seconds = 1
		}
		time.Sleep(time.Duration(seconds) * time.Second)
	}
}

// getToken returns the current token, requested again half a minute before it expires.
func getToken() string {
	if token != "" && time.Now().Before(renewAt) {
		return token
	}
	form := url.Values{
		"grant_type":    {"client_credentials"},
		"client_id":     {os.Getenv("CLIENT_ID")},
		"client_secret": {os.Getenv("CLIENT_SECRET")},
	}
	status, body := send(func() (*http.Request, error) {
		request, err := http.NewRequest("POST", os.Getenv("AUTH_URL")+"/oauth/token", strings.NewReader(form.Encode()))
		if err == nil {
			request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		return request, err
	})
	var answer struct {
		AccessToken string `json:"access_token"`
		ExpiresIn   int    `json:"expires_in"`
	}
	if err := json.Unmarshal(body, &answer); err != nil || answer.AccessToken == "" {
		log.Fatal("No access token: ", status, " ", string(body))
	}
	token = answer.AccessToken
	renewAt = time.Now().Add(time.Duration(answer.ExpiresIn-30) * time.Second)
	return token
}

func readAccount(msisdn string) (int, []byte) {
	address := os.Getenv("BASE_URL") + "/api/eWallet/v1/account?" + url.Values{"msisdn": {msisdn}}.Encode()
	call := func() (int, []byte) {
		return send(func() (*http.Request, error) {
			request, err := http.NewRequest("GET", address, nil)
			if err == nil {
				request.Header.Set("Authorization", "Bearer "+getToken())
			}
			return request, err
		})
	}
	status, body := call()
	if status == 401 {
		// The token has expired, or was revoked: request another one, once.
		token = ""
		status, body = call()
	}
	return status, body
}

func main() {
	status, body := readAccount(os.Args[1])
	// As text: a float64 would round very large amounts; json.Number does not.
	fmt.Println(status, string(body))
}
