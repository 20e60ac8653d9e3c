import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { POST } from '@/app/mcp/route'
import { createAccessKey } from '@/lib/access-keys/commands'
import { newId } from '@/lib/ids'
import { inRequest } from '@/lib/request'
import { callTool, connectAgent } from '@/test/agents'
import { createAccount, createClient, createDeveloper } from '@/test/factories'
import { withGateways } from '@/test/gateway'

const world = withGateways()
const failing = '999100000001'

type Credentials = { url: string; clientId: string; clientSecret: string }

/** Reads balances with one token. @param patient waits as `Retry-After` asks, after an outage */
async function readBalances(
  { url, clientId, clientSecret }: Credentials,
  patient: boolean,
): Promise<number[]> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const granted = await (await fetch(`${url}/oauth/token`, { method: 'POST', body })).json()
  const headers = { Authorization: `Bearer ${granted.access_token}` }
  const balances: number[] = []
  while (balances.length < 10) {
    const response = await fetch(`${url}/api/eWallet/v1/account?msisdn=${failing}`, { headers })
    const account = await response.json()
    if (response.ok) balances.push(account.balance.value)
    else if (patient) await pause(Number(response.headers.get('retry-after')) * 1000 + 50)
  }
  return balances
}

test('an agent goes from the guide to a passed rehearsal, with tools only', async () => {
  const { url } = await world.start()
  const { id } = await createDeveloper()
  const client = await createClient(world.owner, { developerId: id })
  await createAccount(world.owner, '221770000001')
  const made = await createAccessKey(
    { keyName: 'Agent', days: 1, permission: 'sandbox' },
    { id, role: 'developer' },
  )
  const key = made.ok ? made.value : null
  const send = (input: string | URL, init?: RequestInit) =>
    inRequest(newId(), () => POST(new Request(input, init)))
  const agent = await connectAgent('http://localhost:3000/mcp', key, send)
  const use = async (name: string, given: object = {}) => {
    const { isError, content } = await callTool(agent, name, given)
    expect([name, isError, isError && content]).toEqual([name, false, false])
    return content
  }
  const outcomes = async (
    found: Promise<{ cases: { id: string; outcome: string; requestIds: string[] }[] }>,
  ) => Object.fromEntries((await found).cases.map((each) => [each.id, each]))

  const { results } = await use('search_documentation', { query: 'rehearsal' })
  expect((await use('read_documentation', { path: results[0].path })).text).toMatch(/\w/)
  const { applications } = await use('list_applications')
  const [{ id: applicationId }] = applications
  const account = {
    type: 'customer',
    status: 'active',
    balance: { value: 12500, unit: 'XOF' },
    frozenBalance: { value: 0, unit: 'XOF' },
    fault: { kind: 'error', code: 'unavailable', calls: 1 },
  }
  await use('put_test_account', { applicationId, msisdn: failing, account })

  await use('start_rehearsal', { applicationId })
  expect(await readBalances({ url, ...client }, false)).toHaveLength(10)
  const naive = await outcomes(use('end_rehearsal', { applicationId }))
  expect(naive).toMatchObject({ token_reused: { outcome: 'passed' }, unavailable: { outcome: 'failed' } })
  const [requestId] = naive.unavailable?.requestIds ?? []
  const { calls } = await use('explain_request', { requestId })
  expect(calls[0]).toMatchObject({ status: 503, code: 'unavailable', whatToDo: expect.stringMatching(/\w/) })
  const { requests } = await use('list_requests', { applicationId, status: '5xx' })
  expect(requests.map((each: { requestId: string }) => each.requestId)).toContain(requestId)

  await use('put_test_account', { applicationId, msisdn: failing, account })
  await use('start_rehearsal', { applicationId })
  expect(await readBalances({ url, ...client }, true)).toHaveLength(10)
  const passed = ['token', 'token_reused', 'active_account', 'unavailable', 'clean_requests']
  const corrected = await outcomes(use('end_rehearsal', { applicationId }))
  expect(corrected).toMatchObject(Object.fromEntries(passed.map((each) => [each, { outcome: 'passed' }])))
})
