import type { RawConnection } from '@/test/raw-http'
import { portal } from './addresses'

/** A request that no browser sends, by what is wrong with it. */
export type Malformed = { what: string; method: string; path: string; headers: string[]; body: string }

const multipart = 'Content-Type: multipart/form-data; boundary=abc'
const part = (name: string, value: string) =>
  `--abc\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const form = (fields: Record<string, string>) =>
  `${Object.entries(fields)
    .map(([name, value]) => part(name, value))
    .join('')}--abc--\r\n`
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

/** What the values of a server action's fields may not be. */
const values = {
  nothing: '',
  text: 'x',
  'half an array': '[',
  'the path of a prototype': '["$1:__proto__:constructor:constructor"]',
  'a reference to itself': '["$@1"]',
  'a deep array': deep(50_000),
  'a deep object': `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  'a huge integer': `["$n${'9'.repeat(300_000)}"]`,
  'a thenable': '[{"then":"$1:constructor"}]',
  'an unknown reference': '["$h7","$F3","$K9","$i1","$Q2","$W5","$r4"]',
  'an invalid date': '["$Dnever"]',
}

/** Bodies of forms without Next's header. @param action the id of an action */
function brokenForms(action: string): Record<string, [string[], string]> {
  const bound = (value: string) =>
    form({ $ACTION_REF_1: '', '$ACTION_1:0': `{"id":"${action}","bound":"$@1"}`, '$ACTION_1:1': value })
  return {
    'no boundary': [['Content-Type: multipart/form-data'], 'x'],
    'an empty boundary': [['Content-Type: multipart/form-data; boundary='], 'x'],
    'a form that breaks off in a field': [[multipart], part('a', 'foo').trimEnd()],
    'a form that breaks off in a file': [
      [multipart],
      '--abc\r\nContent-Disposition: form-data; name="a"; filename="a.pdf"\r\n\r\n%PDF-',
    ],
    'a form that breaks off in a head': [[multipart], '--abc\r\nContent-Dispo'],
    'another boundary': [[multipart], '--abd\r\n\r\n\r\n--abd--\r\n'],
    'a part without a head': [[multipart], '--abc\r\n\r\nfoo\r\n--abc--\r\n'],
    'a part without a name': [
      [multipart],
      '--abc\r\nContent-Disposition: form-data\r\n\r\nfoo\r\n--abc--\r\n',
    ],
    'no parts': [[multipart], '--abc--\r\n'],
    'no action': [[multipart], form({ email: 'ada@example.test' })],
    'an encoded body': [[multipart, 'Content-Encoding: gzip'], 'x'],
    'another charset': [[`${multipart}; charset=utf-16le`], form({ a: 'b' })],
    'bytes that are no text': [[multipart], part('\xff\xfe', '\xc3(')],
    'an unknown action': [[multipart], form({ [`$ACTION_ID_${'7f'.repeat(21)}`]: '' })],
    'a malformed action': [[multipart], form({ $ACTION_ID_x: '', $ACTION_ID___proto__: '' })],
    'a reference without an action': [[multipart], form({ $ACTION_REF_1: '' })],
    'three actions': [[multipart], form({ $ACTION_REF_1: '', $ACTION_REF_2: '', $ACTION_REF_3: '' })],
    'an action of a prototype': [
      [multipart],
      form({ $ACTION_REF_1: '', '$ACTION_1:0': '{"id":"__proto__","bound":"$@1"}', '$ACTION_1:1': '[]' }),
    ],
    'a broken descriptor': [[multipart], form({ $ACTION_REF_1: '', '$ACTION_1:0': `{"id":"${action}"` })],
    ...Object.fromEntries(
      Object.entries(values).map(([what, value]) => [
        `${what} bound to an action`,
        [[multipart], bound(value)],
      ]),
    ),
  }
}

/** The same for the script's header. */
function brokenCalls(action: string): Record<string, [string[], string]> {
  const named = `Next-Action: ${action}`
  return {
    'an unknown action by header': [[`Next-Action: ${'7f'.repeat(21)}`], '[]'],
    'a malformed action by header': [['Next-Action: toString'], '[]'],
    'a call without a boundary': [[named, 'Content-Type: multipart/form-data'], 'x'],
    'a call that breaks off': [[named, multipart], part('0', '["$K1"]').trimEnd()],
    'a call as a form with a length': [[named, 'Content-Type: application/x-www-form-urlencoded'], 'a=b'],
    ...Object.fromEntries(
      Object.entries(values).flatMap(([what, value]) => [
        [`${what} as arguments`, [[named, 'Content-Type: text/plain;charset=UTF-8'], value]],
        [`${what} as arguments in a form`, [[named, multipart], form({ 0: value })]],
      ]),
    ),
  }
}

const trees = {
  text: 'x',
  'half an escape': '%',
  'bytes that are no text': '%ff',
  nothing: '',
  null: 'null',
  'an empty array': '[]',
  'an object': '{}',
  'no children': '["",{"children":null}]',
  'a foreign tree': '["",{"children":["a",{"children":["b",{}]}]},null,"refetch"]',
  'a prototype': '["",{"__proto__":["a",{}],"constructor":["b",{}]}]',
  'a deep tree': deep(7000),
}

const brokenHeads: Record<string, string[]> = {
  ...Object.fromEntries(
    Object.entries(trees).flatMap(([what, tree]) => [
      [`${what} as the router's state`, ['RSC: 1', `Next-Router-State-Tree: ${tree}`]],
      [
        `${what} as the router's state, escaped`,
        ['RSC: 1', `Next-Router-State-Tree: ${encodeURIComponent(tree)}`],
      ],
      [`${what} as the router's state of a page`, [`Next-Router-State-Tree: ${tree}`]],
    ]),
  ),
  'another value of RSC': ['RSC: x'],
  'an unknown prefetch': ['RSC: 1', 'Next-Router-Prefetch: x'],
  'a prefetch at run time': ['RSC: 1', 'Next-Router-Prefetch: 2'],
  'a part that is none': ['Range: bytes=9-1'],
  'a version that is none': ['If-Match: x'],
  'a segment that is none': [
    'RSC: 1',
    'Next-Router-Prefetch: 1',
    'Next-Router-Segment-Prefetch: /../../x%ff',
  ],
  'the tree of segments': ['RSC: 1', 'Next-Router-Prefetch: 1', 'Next-Router-Segment-Prefetch: /_tree'],
  'a foreign URL of the router': ['RSC: 1', 'Next-Url: http://evil.example/%ff'],
  'half a URL of the router': ['Next-Url: //['],
  'headers of Next’s own': [
    'x-invoke-status: 500',
    'x-invoke-path: /x',
    'x-invoke-output: /x',
    'x-invoke-error: x',
  ],
  'more of them': [
    'x-nextjs-data: 1',
    'x-middleware-subrequest: x',
    'x-matched-path: /%ff',
    'x-now-route-matches: %ff',
  ],
  'a resumed page': ['Next-Resume: 1', 'x-prerender-revalidate: x', 'x-action-forwarded: 1'],
  'broken cookies': [
    'Cookie: __prerender_bypass=%E0%A4%A; __next_preview_data=x; locale=%; theme=%ff; a; =; ;;',
  ],
  'a broken session': [
    'Cookie: next-auth.session-token=%ff.x; next-auth.session-token.0=x; next-auth.csrf-token=|',
  ],
  'an unknown encoding': ['Accept-Encoding: x;q=z', 'Accept: */x', 'Accept-Language: ;;q=x,-'],
}

/** Every fault on this path. */
export function malformedRequests(path: string, action: string): Malformed[] {
  const posts = { ...brokenForms(action), ...brokenCalls(action) }
  return [
    ...Object.entries(posts).map(([what, [headers, body]]) => ({
      what,
      method: 'POST',
      path,
      body,
      headers: [`Origin: ${portal}`, ...headers],
    })),
    ...Object.entries(brokenHeads).map(([what, headers]) => ({
      what,
      method: 'GET',
      path,
      headers,
      body: '',
    })),
  ]
}

/** Sends it, byte by byte as it is described. */
export function sendMalformed(connection: RawConnection, { method, path, headers, body }: Malformed): void {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...headers]
  if (method === 'POST') lines.push(`Content-Length: ${Buffer.byteLength(body, 'latin1')}`)
  connection.send(Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1'))
}
