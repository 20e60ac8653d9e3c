import type { Snippet } from './snippets'

/**
 * A balance query that waits as `Retry-After` says when it is answered 429 or 503, and tries again, five times in all.
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
      file: 'patient.mjs',
      command: 'node patient.mjs',
    },
    {
      language: 'python',
      label: 'Python',
      code: python(url),
      file: 'patient.py',
      command: 'python3 patient.py',
    },
    { language: 'php', label: 'PHP', code: php(url), file: 'patient.php', command: 'php patient.php' },
    { language: 'java', label: 'Java', code: java(url), file: 'Patient.java', command: 'java Patient.java' },
    { language: 'go', label: 'Go', code: go(url), file: 'patient.go', command: 'go run patient.go' },
  ]
}

/** curl waits for 429 and 503 by itself, as `Retry-After` says. */
function curl(url: string) {
  return `curl -sS -w '\\n' --retry 4 '${url}' \\
  -H "Authorization: Bearer $ACCESS_TOKEN"`
}

function javascript(url: string) {
  return `async function getPatiently(url, headers, tries = 5) {
  const answer = await fetch(url, { headers })
  if (![429, 503].includes(answer.status) || tries === 1) return answer
  const seconds = Number(answer.headers.get('Retry-After') ?? 1)
  await new Promise((done) => setTimeout(done, seconds * 1000))
  return getPatiently(url, headers, tries - 1)
}

const answer = await getPatiently('${url}', {
  Authorization: \`Bearer \${process.env.ACCESS_TOKEN}\`,
})
console.log(answer.status, await answer.text())`
}

function python(url: string) {
  return `import os
import time
import urllib.error
import urllib.request


def get_patiently(url, headers, tries=5):
    try:
        return urllib.request.urlopen(urllib.request.Request(url, headers=headers))
    except urllib.error.HTTPError as refusal:
        if refusal.code not in (429, 503) or tries == 1:
            raise
        time.sleep(int(refusal.headers.get("Retry-After", 1)))
        return get_patiently(url, headers, tries - 1)


answer = get_patiently(
    "${url}",
    {"Authorization": f"Bearer {os.environ['ACCESS_TOKEN']}"},
)
print(answer.status, answer.read().decode())`
}

function php(url: string) {
  return `<?php
function getPatiently(string $url, string $authorization, int $tries = 5): string
{
    $context = stream_context_create(['http' => ['header' => $authorization, 'ignore_errors' => true]]);
    $body = file_get_contents($url, false, $context);
    $headers = implode("\\n", $http_response_header);
    if ($tries === 1 || !preg_match('~^HTTP/\\S+ (429|503)~', $headers)) {
        return $body;
    }
    sleep(preg_match('/^Retry-After: (\\d+)/im', $headers, $seconds) ? (int) $seconds[1] : 1);
    return getPatiently($url, $authorization, $tries - 1);
}

echo getPatiently(
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

public class Patient {
    static HttpResponse<String> getPatiently(HttpRequest request, int tries) throws Exception {
        var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        if ((answer.statusCode() != 429 && answer.statusCode() != 503) || tries == 1) return answer;
        Thread.sleep(1000 * answer.headers().firstValueAsLong("Retry-After").orElse(1));
        return getPatiently(request, tries - 1);
    }

    public static void main(String[] arguments) throws Exception {
        var answer = getPatiently(
            HttpRequest.newBuilder(URI.create("${url}"))
                .header("Authorization", "Bearer " + System.getenv("ACCESS_TOKEN"))
                .build(),
            5);
        System.out.println(answer.statusCode() + " " + answer.body());
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

func getPatiently(request *http.Request, tries int) (*http.Response, error) {
	answer, err := http.DefaultClient.Do(request)
	if err != nil || tries == 1 || (answer.StatusCode != 429 && answer.StatusCode != 503) {
		return answer, err
	}
	answer.Body.Close()
	seconds, err := strconv.Atoi(answer.Header.Get("Retry-After"))
	if err != nil {
		seconds = 1
	}
	time.Sleep(time.Duration(seconds) * time.Second)
	return getPatiently(request, tries-1)
}

func main() {
	request, _ := http.NewRequest("GET", "${url}", nil)
	request.Header.Set("Authorization", "Bearer "+os.Getenv("ACCESS_TOKEN"))
	answer, err := getPatiently(request, 5)
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	body, _ := io.ReadAll(answer.Body)
	fmt.Println(answer.StatusCode, string(body))
}`
}
