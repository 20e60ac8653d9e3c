import type { Snippet } from './snippets'

/** A call to show in six languages. Its texts are safe in a quoted literal of every language. */
export type SampleRequest = {
  method: string
  /** With the query. */
  url: string
  /** The variable with the token that it needs. */
  bearer: string | null
  form: [name: string, value: SampleValue][]
  /** A body in JSON, without single quotes and backslashes. */
  json: string | null
}

/** A literal, or the name of an environment variable. */
export type SampleValue = { text: string } | { variable: string }

export type Sample = Pick<Snippet, 'language' | 'label' | 'code' | 'file'>

/** One call of the API in six languages. Standard libraries only; credentials and the token come from variables. */
export function requestSamples(request: SampleRequest): Sample[] {
  return [
    { language: 'curl', label: 'curl', code: curl(request), file: null },
    { language: 'javascript', label: 'JavaScript', code: javascript(request), file: 'call.mjs' },
    { language: 'python', label: 'Python', code: python(request), file: 'call.py' },
    { language: 'php', label: 'PHP', code: php(request), file: 'call.php' },
    { language: 'java', label: 'Java', code: java(request), file: 'Call.java' },
    { language: 'go', label: 'Go', code: go(request), file: 'call.go' },
  ]
}

/** The value as an expression: `quote` writes a literal, `read` reads a variable. */
function write(value: SampleValue, quote: (text: string) => string, read: (name: string) => string) {
  return 'text' in value ? quote(value.text) : read(value.variable)
}

const single = (text: string) => `'${text}'`
const double = (text: string) => `"${text}"`

function curl({ method, url, bearer, form, json }: SampleRequest) {
  const usual = form.length > 0 ? 'POST' : 'GET'
  const lines = [
    `curl -i ${method === usual ? '' : `-X ${method} `}'${url}'`,
    ...(bearer ? [`-H "Authorization: Bearer $${bearer}"`] : []),
    ...(json ? ["-H 'Content-Type: application/json'", `-d '${json}'`] : []),
    ...form.map(([name, value]) => `-d ${name}=${write(value, String, (variable) => `"$${variable}"`)}`),
  ]
  return lines.join(' \\\n  ')
}

function javascript({ method, url, bearer, form, json }: SampleRequest) {
  const read = (name: string) => `process.env.${name}`
  const fields = form.map(([name, value]) => `    ${name}: ${write(value, single, read)},\n`).join('')
  const headers = [
    ...(bearer ? [`Authorization: \`Bearer \${process.env.${bearer}}\``] : []),
    ...(json ? ["'Content-Type': 'application/json'"] : []),
  ]
  return `const response = await fetch('${url}', {
  method: '${method}',
${headers.length > 0 ? `  headers: { ${headers.join(', ')} },\n` : ''}${
  fields && `  body: new URLSearchParams({\n${fields}  }),\n`
}${json ? `  body: '${json}',\n` : ''}})
console.log(response.status, await response.text())`
}

function python({ method, url, bearer, form, json }: SampleRequest) {
  const read = (name: string) => `os.environ["${name}"]`
  const fields = form.map(([name, value]) => `        "${name}": ${write(value, double, read)},\n`).join('')
  const headers = [
    ...(bearer ? [`"Authorization": "Bearer " + os.environ["${bearer}"]`] : []),
    ...(json ? ['"Content-Type": "application/json"'] : []),
  ]
  return `import os
import urllib.error
${fields ? 'import urllib.parse\n' : ''}import urllib.request

request = urllib.request.Request(
    "${url}",
    method="${method}",
${headers.length > 0 ? `    headers={${headers.join(', ')}},\n` : ''}${
  fields && `    data=urllib.parse.urlencode({\n${fields}    }).encode(),\n`
}${json ? `    data=b'${json}',\n` : ''})
try:
    response = urllib.request.urlopen(request)
except urllib.error.HTTPError as error:
    response = error
print(response.status, response.read().decode())`
}

function php({ method, url, bearer, form, json }: SampleRequest) {
  const read = (name: string) => `getenv('${name}')`
  const fields = form.map(([name, value]) => `        '${name}' => ${write(value, single, read)},\n`).join('')
  const type = `    'header' => 'Content-Type: application/x-www-form-urlencoded',\n`
  return `<?php
$context = stream_context_create(['http' => [
    'method' => '${method}',
    'ignore_errors' => true,
${bearer && !json ? `    'header' => 'Authorization: Bearer ' . getenv('${bearer}'),\n` : ''}${
  fields && `${type}    'content' => http_build_query([\n${fields}    ]),\n`
}${json ? `    'header' => ['Authorization: Bearer ' . getenv('${bearer}'), 'Content-Type: application/json'],\n    'content' => '${json}',\n` : ''}]]);
$body = file_get_contents('${url}', false, $context);
echo $http_response_header[0], "\\n", $body, "\\n";`
}

function java({ method, url, bearer, form, json }: SampleRequest) {
  const read = (name: string) => `System.getenv("${name}")`
  const fields = form.map(([name, value]) => `"${name}=" + ${write(value, double, read)}`)
  const type = `            .header("Content-Type", "application/x-www-form-urlencoded")\n`
  const quoted = json && `"${json.replaceAll('"', '\\"')}"`
  const body =
    fields.length > 0
      ? 'BodyPublishers.ofString(form)'
      : quoted
        ? `BodyPublishers.ofString(${quoted})`
        : 'BodyPublishers.noBody()'
  return `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

public class Call {
    public static void main(String[] arguments) throws Exception {
${
  fields.length > 0
    ? `        var form = String.join("&",\n            ${fields.join(',\n            ')});\n`
    : ''
}        var request = HttpRequest.newBuilder(URI.create("${url}"))
            .method("${method}", ${body})
${bearer ? `            .header("Authorization", "Bearer " + System.getenv("${bearer}"))\n` : ''}${
  fields.length > 0 ? type : json ? type.replace('x-www-form-urlencoded', 'json') : ''
}            .build();
        var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
    }
}`
}

function go({ method, url, bearer, form, json }: SampleRequest) {
  const read = (name: string) => `os.Getenv("${name}")`
  const fields = form.map(([name, value]) => `\t\t"${name}": {${write(value, double, read)}},\n`).join('')
  const body = fields ? 'strings.NewReader(form.Encode())' : json ? `strings.NewReader(\`${json}\`)` : 'nil'
  return `package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
${fields ? '\t"net/url"\n' : ''}	"os"
${fields || json ? '\t"strings"\n' : ''})

func main() {
${fields && `\tform := url.Values{\n${fields}\t}\n`}	request, err := http.NewRequest("${method}", "${url}", ${body})
	if err != nil {
		log.Fatal(err)
	}
${bearer ? `\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("${bearer}"))\n` : ''}${
  fields && `\trequest.Header.Set("Content-Type", "application/x-www-form-urlencoded")\n`
}${json ? `\trequest.Header.Set("Content-Type", "application/json")\n` : ''}	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(response.StatusCode, string(body))
}`
}
