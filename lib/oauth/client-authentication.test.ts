import { describe, expect, test } from 'vitest'
import { generateKey, hmac, type Keyring } from '@/lib/keyring'
import { authenticateBySecret } from './client-authentication'
import type { ClientRecord } from './queries'

const [newest, older, lost] = [generateKey('newest'), generateKey('older'), generateKey('lost')]
const keys: Keyring = [newest, older]
const latestToken = { generation: '1', nonce: 'aa', keyId: 'newest', remaining: 100 }
const application = {
  id: 'shop',
  environment: 'production',
  state: 'active',
  ownerSuspended: false,
  networks: '',
  rehearsalId: null,
} as const

type Application = NonNullable<ClientRecord['application']>
type Secret = ClientRecord['secrets'][number]

function secret(
  text: string,
  { key = newest, ...changes }: Partial<Secret> & { key?: typeof newest } = {},
): Secret {
  const known = { id: text, proof: false, keyId: key.id }
  return { ...known, hash: hmac(key.key, text), ...changes }
}

function present(text: string, record: Partial<ClientRecord>, address = '192.0.2.1') {
  const found = { application, secrets: [secret('right')], latestToken, ...record }
  const presented = { clientId: 'client', clientSecret: text }
  return authenticateBySecret(keys, 'production', found, presented, address)
}

const refusal = (refusalCause: string): Error =>
  expect.objectContaining({ status: 401, code: 'invalid_client', refusalCause, applicationId: 'shop' })
const suspension: Error = expect.objectContaining({
  status: 400,
  code: 'unauthorized_client',
  refusalCause: 'suspended',
  applicationId: 'shop',
})

/** The others are refused at a gateway: gateway/{token-endpoint,allowed-networks,assertions}.db.test.ts. */
const refused: [string, Partial<Application>, Error][] = [
  ['of the other environment', { environment: 'sandbox' }, refusal('other_environment')],
  ['of a suspended owner, being activated', { ownerSuspended: true, state: 'activating' }, suspension],
  [
    'of a suspended owner, in validation',
    { ownerSuspended: true, state: 'in_validation' },
    refusal('not_approved'),
  ],
]

describe('a client with a secret', () => {
  test.each(['active', 'activating'] as const)('is known by it while its application is %s', (state) => {
    const serving = { ...application, state, rehearsalId: 'rehearsal', networks: '192.0.2.0/24' }
    expect(present('right', { application: serving })).toEqual({
      applicationId: 'shop',
      credentialId: 'right',
      latestToken,
      rehearsalId: 'rehearsal',
    })
  })

  test('is known by either of two secrets, under either key', () => {
    const secrets = [secret('first'), secret('second', { key: older })]
    expect(present('first', { secrets }).credentialId).toBe('first')
    expect(present('second', { secrets }).credentialId).toBe('second')
  })

  test.each<[string, Secret[], string]>([
    ['no secret', [], 'no_secret'],
    ['another secret', [secret('other')], 'wrong_secret'],
    ['a hash under a key that is lost', [secret('right', { key: lost })], 'wrong_secret'],
    ['a hash that names the other key', [secret('right', { keyId: 'older' })], 'wrong_secret'],
    ['a hash of another length', [secret('right', { hash: Buffer.alloc(31) })], 'wrong_secret'],
  ])('is refused if the application has %s', (_name, secrets, cause) => {
    expect(() => present('right', { secrets })).toThrow(refusal(cause))
  })

  test.each(refused)('is refused for an application %s', (_name, changes, expected) => {
    expect(() => present('right', { application: { ...application, ...changes } })).toThrow(expected)
  })

  test('proves an approval from any address, with the secret for that only', () => {
    const record = {
      application: { ...application, networks: '198.51.100.0/24' },
      secrets: [secret('right'), secret('proof', { proof: true })],
    }
    expect(present('proof', record).credentialId).toBe('proof')
    expect(() => present('right', record)).toThrow(refusal('address_not_allowed'))
  })
})
