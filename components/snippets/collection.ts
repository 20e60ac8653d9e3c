import type { SnippetInput } from './samples'

/** The names of the requests, in the reader's language. */
export type CollectionTexts = Record<
  'about' | 'token' | 'balance' | 'unknown' | 'badToken' | 'introspect' | 'revoke',
  string
>

type Input = Pick<SnippetInput, 'authUrl' | 'baseUrl' | 'clientId' | 'msisdn'> & {
  name: string
  /** exists in no environment */
  unknownMsisdn: string
  texts: CollectionTexts
}

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
const accountPath = ['api', 'eWallet', 'v1', 'account']
const client = ['client_id', 'client_secret'].map((key) => ({ key, value: `{{${key}}}` }))

/**
 * A collection in Postman's format 2.1, which Bruno imports too: every documented call, with a test of each response.
 * URLs and credentials are variables. The secret is always left for the reader to fill in: such files are shared.
 */
export function postmanCollection({ name, authUrl, baseUrl, clientId, msisdn, unknownMsisdn, texts }: Input) {
  return {
    info: { name, description: texts.about, schema },
    item: [
      {
        name: texts.token,
        request: post(['oauth', 'token'], [{ key: 'grant_type', value: 'client_credentials' }]),
        event: check(200, "pm.collectionVariables.set('access_token', pm.response.json().access_token)"),
      },
      { name: texts.balance, request: account('{{access_token}}', '{{msisdn}}'), event: check(200) },
      { name: texts.unknown, request: account('{{access_token}}', unknownMsisdn), event: check(404) },
      { name: texts.badToken, request: account('wrong', '{{msisdn}}'), event: check(401) },
      { name: texts.introspect, request: post(['oauth', 'introspect'], [token]), event: check(200) },
      { name: texts.revoke, request: post(['oauth', 'revoke'], [token]), event: check(200) },
    ],
    variable: [
      { key: 'auth_url', value: authUrl },
      { key: 'base_url', value: baseUrl },
      { key: 'client_id', value: clientId },
      { key: 'client_secret', value: '' },
      { key: 'msisdn', value: msisdn },
      { key: 'access_token', value: '' },
    ],
  }
}

const token = { key: 'token', value: '{{access_token}}' }

function post(path: string[], fields: { key: string; value: string }[]) {
  return {
    method: 'POST',
    header: [],
    url: { raw: `{{auth_url}}/${path.join('/')}`, host: ['{{auth_url}}'], path },
    body: { mode: 'urlencoded', urlencoded: [...client, ...fields] },
  }
}

function account(bearer: string, msisdn: string) {
  const raw = `{{base_url}}/${accountPath.join('/')}?msisdn=${msisdn}`
  return {
    method: 'GET',
    header: [{ key: 'Authorization', value: `Bearer ${bearer}` }],
    url: { raw, host: ['{{base_url}}'], path: accountPath, query: [{ key: 'msisdn', value: msisdn }] },
  }
}

function check(status: number, ...then: string[]) {
  const expected = `pm.test('${status}', () => pm.response.to.have.status(${status}))`
  return [{ listen: 'test', script: { type: 'text/javascript', exec: [expected, ...then] } }]
}
