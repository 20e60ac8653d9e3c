import type { Snippet } from './snippets'

/**
 * A balance query that retries a 429 or 503 after the time in `Retry-After`, five attempts in all.
 * Standard libraries only; the token is read from the variable ACCESS_TOKEN.
 * @param msisdn digits
 */
export function retrySnippets({ baseUrl, msisdn }: { baseUrl: string; msisdn: string }): Snippet[] {
  const url = `${baseUrl}/api/eWallet/v1/account?msisdn=${msisdn}`
  return [
    { language: 'curl', label: 'curl', code: curl(url), file: null, command: null },
    {
      language: 'javascript',
      label: 'JavaScript',
      code: javascript(url),
      file: 'with-retry.mjs',
      command: 'node with-retry.mjs',
    },
    {
      language: 'python',
      label: 'Python',
      code: python(url),
      file: 'with_retry.py',
      command: 'python3 with_retry.py',
    },
    { language: 'php', label: 'PHP', code: php(url), file: 'with-retry.php', command: 'php with-retry.php' },
    {
      language: 'java',
      label: 'Java',
      code: java(url),
      file: 'WithRetry.java',
      command: 'java WithRetry.java',
    },
    { language: 'go', label: 'Go', code: go(url), file: 'with_retry.go', command: 'go run with_retry.go' },
  ]
}

/** curl waits after 429 and 503 by itself, for the time in `Retry-After`. */
function curl(url: string) {
  return `curl -sS -w '\\n' --retry 4 '${url}' \\
  -H "Authorization: Bearer $ACCESS_TOKEN"`
}

function javascript(url: string) {
  return `async function getWithRetry(url, headers, tries = 5) {
  const response = await fetch(url, { headers })
  if (![429, 503].includes(response.status) || tries === 1) return response
  const seconds = Number(response.headers.get('Retry-After') ?? 1)
  await new Promise((done) => setTimeout(done, seconds * 1000))
  return getWithRetry(url, headers, tries - 1)
}

const response = await getWithRetry('${url}', {
  Authorization: \`Bearer \${process.env.ACCESS_TOKEN}\`,
})
console.log(response.status, await response.text())`
}

function python(url: string) {
  return `import os
import time
import urllib.error
import urllib.request


def get_with_retry(request, tries=5):
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        if error.code not in (429, 503) or tries == 1:
            return error.code, error.read().decode()
        time.sleep(int(error.headers.get("Retry-After", 1)))
        return get_with_retry(request, tries - 1)


print(*get_with_retry(urllib.request.Request(
    "${url}",
    headers={"Authorization": f"Bearer {os.environ['ACCESS_TOKEN']}"},
)))`
}

function php(url: string) {
  return `<?php
function getWithRetry(string $url, string $authorization, int $tries = 5): string
{
    $context = stream_context_create(['http' => ['header' => $authorization, 'ignore_errors' => true]]);
    $body = file_get_contents($url, false, $context);
    $headers = implode("\\n", $http_response_header);
    if ($tries === 1 || !preg_match('~^HTTP/\\S+ (429|503)~', $headers)) {
        return $body;
    }
    sleep(preg_match('/^Retry-After: (\\d+)/im', $headers, $seconds) ? (int) $seconds[1] : 1);
    return getWithRetry($url, $authorization, $tries - 1);
}

echo getWithRetry(
    '${url}',
    'Authorization: Bearer ' . getenv('ACCESS_TOKEN'),
), "\\n";`
}

function java(url: string) {
  return `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

public class WithRetry {
    static HttpResponse<String> getWithRetry(HttpRequest request, int tries) throws Exception {
        var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        if ((response.statusCode() != 429 && response.statusCode() != 503) || tries == 1) return response;
        Thread.sleep(1000 * response.headers().firstValueAsLong("Retry-After").orElse(1));
        return getWithRetry(request, tries - 1);
    }

    public static void main(String[] arguments) throws Exception {
        var response = getWithRetry(
            HttpRequest.newBuilder(URI.create("${url}"))
                .header("Authorization", "Bearer " + System.getenv("ACCESS_TOKEN"))
                .build(),
            5);
        System.out.println(response.statusCode() + " " + response.body());
    }
}`
}

function go(url: string) {
  return `package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"time"
)

func getWithRetry(request *http.Request, tries int) (*http.Response, error) {
	response, err := http.DefaultClient.Do(request)
	if err != nil || tries == 1 || (response.StatusCode != 429 && response.StatusCode != 503) {
		return response, err
	}
	response.Body.Close()
	seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
	if err != nil {
		seconds = 1
	}
	time.Sleep(time.Duration(seconds) * time.Second)
	return getWithRetry(request, tries-1)
}

func main() {
	request, _ := http.NewRequest("GET", "${url}", nil)
	request.Header.Set("Authorization", "Bearer "+os.Getenv("ACCESS_TOKEN"))
	response, err := getWithRetry(request, 5)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body)
	fmt.Println(response.StatusCode, string(body))
}`
}
