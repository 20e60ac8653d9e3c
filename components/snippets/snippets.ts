/** What a snippet calls with. All of it is safe in a quoted literal of every language: `[A-Za-z0-9_]`, URLs, digits. */
export type SnippetInput = {
  authUrl: string
  baseUrl: string
  clientId: string
  /** null: the snippet reads the variable CLIENT_SECRET. */
  clientSecret: string | null
  msisdn: string
  /** What a missing CLIENT_SECRET is answered with: one line without quotes, braces, backslashes or dollar signs. */
  missing: string
}

export type Snippet = {
  language: 'curl' | 'javascript' | 'python' | 'php' | 'java' | 'go'
  label: string
  code: string
  /** The file to save it as and the command that runs it; null where it is pasted as it stands. */
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
 * One chain of commands, so that a missing secret stops all of it: in an interactive shell a failed line alone would
 * let the next ones run.
 */
function curl({ tokenUrl, accountUrl, clientId, clientSecret, missing }: Call) {
  const secret = clientSecret ? `'${clientSecret}'` : `"\${CLIENT_SECRET:?${missing}}"`
  return `CLIENT_ID='${clientId}' &&
CLIENT_SECRET=${secret} &&
TOKEN=$(curl -sS '${tokenUrl}' \\
  -d grant_type=client_credentials \\
  -d client_id="$CLIENT_ID" \\
  -d client_secret="$CLIENT_SECRET" \\
  | sed -n 's/.*"access_token" *: *"\\([^"]*\\)".*/\\1/p') &&
curl -sS -w '\\n' '${accountUrl}' \\
  -H "Authorization: Bearer $TOKEN"`
}

function javascript({ tokenUrl, accountUrl, clientId, clientSecret, missing }: Call) {
  const secret = clientSecret ? `'${clientSecret}'` : 'process.env.CLIENT_SECRET'
  const check = clientSecret ? '' : `if (!clientSecret) throw new Error("CLIENT_SECRET: ${missing}")\n`
  return `const clientId = '${clientId}'
const clientSecret = ${secret}
${check}
const tokenAnswer = await fetch('${tokenUrl}', {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  }),
})
if (!tokenAnswer.ok) throw new Error(await tokenAnswer.text())
const { access_token } = await tokenAnswer.json()

const accountAnswer = await fetch('${accountUrl}', {
  headers: { Authorization: \`Bearer \${access_token}\` },
})
console.log(accountAnswer.status, await accountAnswer.text())`
}

function python({ tokenUrl, accountUrl, clientId, clientSecret, missing }: Call) {
  const secret = clientSecret ? `"${clientSecret}"` : 'os.environ.get("CLIENT_SECRET")'
  const check = clientSecret ? '' : `if not client_secret:\n    sys.exit("CLIENT_SECRET: ${missing}")\n`
  return `import json
${clientSecret ? '' : 'import os\nimport sys\n'}import urllib.parse
import urllib.request

client_id = "${clientId}"
client_secret = ${secret}
${check}
form = urllib.parse.urlencode({
    "grant_type": "client_credentials",
    "client_id": client_id,
    "client_secret": client_secret,
}).encode()
with urllib.request.urlopen("${tokenUrl}", form) as answer:
    token = json.load(answer)["access_token"]

request = urllib.request.Request(
    "${accountUrl}",
    headers={"Authorization": f"Bearer {token}"},
)
with urllib.request.urlopen(request) as answer:
    print(answer.status, answer.read().decode())`
}

function php({ tokenUrl, accountUrl, clientId, clientSecret, missing }: Call) {
  const secret = clientSecret
    ? `'${clientSecret}'`
    : `getenv('CLIENT_SECRET') ?: exit("CLIENT_SECRET: ${missing}\\n")`
  return `<?php
$clientId = '${clientId}';
$clientSecret = ${secret};

function send(string $url, array $http): string
{
    $context = stream_context_create(['http' => $http + ['ignore_errors' => true]]);
    return file_get_contents($url, false, $context);
}

$answer = send('${tokenUrl}', [
    'method' => 'POST',
    'header' => 'Content-Type: application/x-www-form-urlencoded',
    'content' => http_build_query([
        'grant_type' => 'client_credentials',
        'client_id' => $clientId,
        'client_secret' => $clientSecret,
    ]),
]);
$token = json_decode($answer)->access_token ?? exit("$answer\\n");

echo send('${accountUrl}', [
    'header' => "Authorization: Bearer $token",
]), "\\n";`
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
        var tokenAnswer = client.send(
            HttpRequest.newBuilder(URI.create("${tokenUrl}"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form))
                .build(),
            BodyHandlers.ofString());
        var token = Pattern.compile("\\"access_token\\"\\\\s*:\\\\s*\\"([^\\"]+)\\"").matcher(tokenAnswer.body());
        if (!token.find()) throw new IllegalStateException(tokenAnswer.body());

        var accountAnswer = client.send(
            HttpRequest.newBuilder(URI.create("${accountUrl}"))
                .header("Authorization", "Bearer " + token.group(1))
                .build(),
            BodyHandlers.ofString());
        System.out.println(accountAnswer.statusCode() + " " + accountAnswer.body());
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

func main() {
	clientID := "${clientId}"
	clientSecret := ${secret}
${check}
	answer, err := http.PostForm("${tokenUrl}", url.Values{
		"grant_type":    {"client_credentials"},
		"client_id":     {clientID},
		"client_secret": {clientSecret},
	})
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	var token struct {
		AccessToken string \`json:"access_token"\`
	}
	if err := json.NewDecoder(answer.Body).Decode(&token); err != nil || token.AccessToken == "" {
		log.Fatal("no token: ", answer.Status)
	}

	request, _ := http.NewRequest("GET", "${accountUrl}", nil)
	request.Header.Set("Authorization", "Bearer "+token.AccessToken)
	account, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer account.Body.Close()
	body, _ := io.ReadAll(account.Body)
	fmt.Println(account.StatusCode, string(body))
}`
}
