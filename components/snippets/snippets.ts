/** The values in a snippet. All are safe in a quoted literal of every language: `[A-Za-z0-9_]`, URLs, digits. */
export type SnippetInput = {
  authUrl: string
  baseUrl: string
  clientId: string
  /** null: the snippet reads the variable CLIENT_SECRET. */
  clientSecret: string | null
  msisdn: string
  /** The error for a missing CLIENT_SECRET: one line without quotes, braces, backslashes or dollar signs. */
  missing: string
}

export type Snippet = {
  language: 'curl' | 'javascript' | 'python' | 'php' | 'java' | 'go'
  label: string
  code: string
  /** The file to save it as and the command that runs it; null if it is pasted into a terminal. */
  file: string | null
  command: string | null
}

/** The first call in six languages: a token, then a balance. Standard libraries only. */
export function firstCallSnippets(input: SnippetInput): Snippet[] {
  const tokenUrl = `${input.authUrl}/oauth/token`
  const accountUrl = `${input.baseUrl}/api/eWallet/v1/account?msisdn=${input.msisdn}`
  const call = { ...input, tokenUrl, accountUrl }
  return [
    { language: 'curl', label: 'curl', code: curl(call), file: null, command: null },
    {
      language: 'javascript',
      label: 'JavaScript',
      code: javascript(call),
      file: 'first-call.mjs',
      command: 'node first-call.mjs',
    },
    {
      language: 'python',
      label: 'Python',
      code: python(call),
      file: 'first_call.py',
      command: 'python3 first_call.py',
    },
    {
      language: 'php',
      label: 'PHP',
      code: php(call),
      file: 'first-call.php',
      command: 'php first-call.php',
    },
    {
      language: 'java',
      label: 'Java',
      code: java(call),
      file: 'FirstCall.java',
      command: 'java FirstCall.java',
    },
    { language: 'go', label: 'Go', code: go(call), file: 'first_call.go', command: 'go run first_call.go' },
  ]
}

type Call = SnippetInput & { tokenUrl: string; accountUrl: string }

/**
 * One chain of commands, so that a missing secret stops all of it: in an interactive shell, the lines after a failed
 * one would still run. Without a token, the token endpoint's response is what the reader needs to see.
 */
function curl({ tokenUrl, accountUrl, clientId, clientSecret, missing }: Call) {
  const secret = clientSecret ? `'${clientSecret}'` : `"\${CLIENT_SECRET:?${missing}}"`
  return `CLIENT_ID='${clientId}' &&
CLIENT_SECRET=${secret} &&
RESPONSE=$(curl -sS -w '\\nHTTP %{http_code}' '${tokenUrl}' \\
  -d grant_type=client_credentials \\
  -d client_id="$CLIENT_ID" \\
  -d client_secret="$CLIENT_SECRET") &&
TOKEN=$(printf '%s\\n' "$RESPONSE" | sed -n 's/.*"access_token" *: *"\\([^"]*\\)".*/\\1/p') &&
if [ -z "$TOKEN" ]; then printf 'No access token:\\n%s\\n' "$RESPONSE"; false; fi &&
curl -sS -w '\\n' '${accountUrl}' \\
  -H "Authorization: Bearer $TOKEN"`
}

function javascript({ tokenUrl, accountUrl, clientId, clientSecret, missing }: Call) {
  const secret = clientSecret ? `'${clientSecret}'` : 'process.env.CLIENT_SECRET'
  const check = clientSecret ? '' : `if (!clientSecret) throw new Error("CLIENT_SECRET: ${missing}")\n`
  return `const clientId = '${clientId}'
const clientSecret = ${secret}
${check}
const tokenResponse = await fetch('${tokenUrl}', {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  }),
})
const tokenBody = await tokenResponse.text()
if (!tokenResponse.ok) {
  console.error('No access token:', tokenResponse.status, tokenBody)
  process.exit(1)
}

const response = await fetch('${accountUrl}', {
  headers: { Authorization: \`Bearer \${JSON.parse(tokenBody).access_token}\` },
})
console.log(response.status, await response.text())`
}

function python({ tokenUrl, accountUrl, clientId, clientSecret, missing }: Call) {
  const secret = clientSecret ? `"${clientSecret}"` : 'os.environ.get("CLIENT_SECRET")'
  const check = clientSecret ? '' : `if not client_secret:\n    sys.exit("CLIENT_SECRET: ${missing}")\n`
  return `import json
${clientSecret ? '' : 'import os\n'}import sys
import urllib.error
import urllib.parse
import urllib.request

client_id = "${clientId}"
client_secret = ${secret}
${check}

def send(request):
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


form = urllib.parse.urlencode({
    "grant_type": "client_credentials",
    "client_id": client_id,
    "client_secret": client_secret,
}).encode()
status, body = send(urllib.request.Request("${tokenUrl}", form))
if status != 200:
    sys.exit(f"No access token: {status} {body}")

token = json.loads(body)["access_token"]
print(*send(urllib.request.Request(
    "${accountUrl}",
    headers={"Authorization": f"Bearer {token}"},
)))`
}

function php({ tokenUrl, accountUrl, clientId, clientSecret, missing }: Call) {
  const secret = clientSecret
    ? `'${clientSecret}'`
    : `getenv('CLIENT_SECRET') ?: exit("CLIENT_SECRET: ${missing}\\n")`
  return `<?php
$clientId = '${clientId}';
$clientSecret = ${secret};

/** @return array{string, string} the status line and the body */
function send(string $url, array $http): array
{
    $context = stream_context_create(['http' => $http + ['ignore_errors' => true]]);
    $stream = fopen($url, 'r', false, $context) ?: exit(1);
    return [stream_get_meta_data($stream)['wrapper_data'][0], stream_get_contents($stream)];
}

[$status, $body] = send('${tokenUrl}', [
    'method' => 'POST',
    'header' => 'Content-Type: application/x-www-form-urlencoded',
    'content' => http_build_query([
        'grant_type' => 'client_credentials',
        'client_id' => $clientId,
        'client_secret' => $clientSecret,
    ]),
]);
$token = json_decode($body)->access_token ?? exit("No access token: $status\\n$body\\n");

[$status, $body] = send('${accountUrl}', [
    'header' => "Authorization: Bearer $token",
]);
echo "$status\\n$body\\n";`
}

function java({ tokenUrl, accountUrl, clientId, clientSecret, missing }: Call) {
  const secret = clientSecret ? `"${clientSecret}"` : 'System.getenv("CLIENT_SECRET")'
  const check = clientSecret
    ? ''
    : `        if (clientSecret == null) throw new IllegalStateException("CLIENT_SECRET: ${missing}");\n`
  return `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Pattern;

public class FirstCall {
    public static void main(String[] arguments) throws Exception {
        var clientId = "${clientId}";
        var clientSecret = ${secret};
${check}
        var client = HttpClient.newHttpClient();
        var form = "grant_type=client_credentials&client_id=" + clientId + "&client_secret=" + clientSecret;
        var tokenResponse = client.send(
            HttpRequest.newBuilder(URI.create("${tokenUrl}"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form))
                .build(),
            BodyHandlers.ofString());
        var token = Pattern.compile("\\"access_token\\"\\\\s*:\\\\s*\\"([^\\"]+)\\"").matcher(tokenResponse.body());
        if (!token.find()) {
            System.err.println("No access token: " + tokenResponse.statusCode() + " " + tokenResponse.body());
            System.exit(1);
        }

        var response = client.send(
            HttpRequest.newBuilder(URI.create("${accountUrl}"))
                .header("Authorization", "Bearer " + token.group(1))
                .build(),
            BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
    }
}`
}

function go({ tokenUrl, accountUrl, clientId, clientSecret, missing }: Call) {
  const secret = clientSecret ? `"${clientSecret}"` : 'os.Getenv("CLIENT_SECRET")'
  const check = clientSecret
    ? ''
    : `\tif clientSecret == "" {\n\t\tlog.Fatal("CLIENT_SECRET: ${missing}")\n\t}\n`
  return `package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
${clientSecret ? '' : '\t"os"\n'})

func read(response *http.Response, err error) (int, []byte) {
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	return response.StatusCode, body
}

func main() {
	clientID := "${clientId}"
	clientSecret := ${secret}
${check}
	status, body := read(http.PostForm("${tokenUrl}", url.Values{
		"grant_type":    {"client_credentials"},
		"client_id":     {clientID},
		"client_secret": {clientSecret},
	}))
	var token struct {
		AccessToken string \`json:"access_token"\`
	}
	if err := json.Unmarshal(body, &token); err != nil || token.AccessToken == "" {
		log.Fatal("No access token: ", status, " ", string(body))
	}

	request, _ := http.NewRequest("GET", "${accountUrl}", nil)
	request.Header.Set("Authorization", "Bearer "+token.AccessToken)
	status, body = read(http.DefaultClient.Do(request))
	fmt.Println(status, string(body))
}`
}
