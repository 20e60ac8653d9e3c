import { expect, test } from 'vitest'
import { newEndpointSchema, urlLimit } from './schema'

const all = { 'secret.rotated': 'on', 'announcement.published': 'on' }
const parse = (url: string) => newEndpointSchema.parse({ ...all, url })
const issues = (input: object) =>
  newEndpointSchema.safeParse(input).error?.issues.map(({ path, message }) => `${String(path[0])} ${message}`)

test('an endpoint has a URL and the events that were ticked', () => {
  expect(parse(' https://hooks.example.com/a?b=c#d ')).toEqual({
    url: 'https://hooks.example.com/a?b=c',
    events: ['secret.rotated', 'announcement.published'],
  })
  expect(issues({ url: 'https://a.example', 'organisation.renamed': 'on' })).toEqual([
    'application.state_changed events_required',
  ])
})

test.each([
  ['', 'url_required'],
  ['hooks.example.com', 'url_wrong'],
  ['ftp://hooks.example.com', 'url_wrong'],
  ['javascript:alert(1)', 'url_wrong'],
  ['https://a@hooks.example.com', 'url_credentials'],
  [`https://hooks.example.com/${'x'.repeat(urlLimit)}`, 'url_too_long'],
])('%s is refused: %s', (url, message) => {
  expect(issues({ ...all, url })).toEqual([`url ${message}`])
})

test.each(['http://2130706433/', 'http://0x7f.1/', 'http://0177.0.0.1/', 'http://127.1/'])(
  '%s is written as the address that it is',
  (url) => expect(parse(url).url).toBe('http://127.0.0.1/'),
)
