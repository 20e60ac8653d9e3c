import { callTool, connectAgent } from '@/test/agents'
import { portal } from './support/addresses'
import { queryDatabase } from './support/database'
import { goOn } from './support/developers'
import { expect, test } from './support/fixtures'
import { makeApplication } from './support/setting'

const mcp = `${portal}/mcp`
const listing = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

function post(body: string, headers: Record<string, string> = {}, signal?: AbortSignal): Promise<Response> {
  const given = { 'Content-Type': 'application/json', ...headers }
  return fetch(mcp, { method: 'POST', headers: given, body, signal })
}

test('an agent connects with a key that its owner makes, uses it, and loses it', async ({
  developer,
  stranger,
}) => {
  const { page } = developer
  const id = (await makeApplication(developer, 'Sandbox', 'Agent’s')).split('/').at(-1)
  const theirs = (await makeApplication(stranger, 'Sandbox', 'Not theirs')).split('/').at(-1)
  await queryDatabase('UPDATE session SET confirmed_at = now() WHERE developer_id = $1', [developer.id])
  await page.goto('/account/keys')
  const card = page.locator('#access-keys')
  await expect(card.getByRole('radio', { name: 'Read', exact: true })).toBeChecked()
  await card.getByRole('radio', { name: 'Read, and change the Sandbox', exact: true }).check()
  await card.getByLabel('Name', { exact: true }).fill('Agent')
  await card.getByLabel('Days', { exact: true }).fill('1')
  await card.getByRole('button', { name: 'Create key', exact: true }).click()
  const key = await page.getByLabel('Personal access key', { exact: true }).inputValue()

  const agent = await connectAgent(mcp, key)
  expect((await callTool(agent, 'list_applications')).content.applications).toMatchObject([{ id }])
  expect((await callTool(agent, 'get_application', { applicationId: theirs })).content.code).toBe('not_found')
  const account = JSON.parse(
    '{"type":"customer","status":"active","balance":{"value":1,"unit":"XOF"},"frozenBalance":{"value":0,"unit":"XOF"}}',
  )
  await callTool(agent, 'put_test_account', { applicationId: id, msisdn: '999100000001', account })
  await page.goto('/account/keys')
  await expect(card.getByText('Added a test account')).toBeVisible()
  await page.goto(`/applications/${id}/accounts`)
  await expect(page.getByText('999100000001').first()).toBeVisible()

  const headers = { Authorization: `Bearer ${key}` }
  const http = await fetch(`${portal}/api/applications/${id}/test-accounts`, { headers })
  expect((await http.json()).accounts).toHaveLength(1)
  const one = await fetch(`${portal}/api/applications/${id}/test-accounts/999100000001`, { headers })
  expect(await one.json()).toMatchObject({ msisdn: '999100000001' })

  // A client that disconnects harms no one.
  const gone = new AbortController()
  const lost = post(listing, headers, gone.signal).catch((error: Error) => error.name)
  gone.abort()
  expect(await lost).toBe('AbortError')

  for (const method of ['GET', 'DELETE']) expect((await fetch(mcp, { method })).status).toBe(405)
  expect((await post(listing, { Origin: 'https://evil.example' })).status).toBe(403)
  const own = await post(listing, { Origin: portal })
  expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([200, null])

  await page.goto('/account/keys')
  await card.getByRole('button', { name: 'Remove Agent', exact: true }).click()
  await goOn(page)
  await expect(card.getByText('Added a test account')).toHaveCount(0)
  expect((await post(listing, headers)).status).toBe(401)
})
