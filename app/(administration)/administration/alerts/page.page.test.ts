import { expect, test } from 'vitest'
import { createPool } from '@/lib/pool'
import { resolveAlert } from '@/lib/usage/alert'
import { raiseAlert } from '@/lib/usage/commands'
import { executeAs } from '@/scripts/launch/execute-as'
import { loadPage } from '@/test/access/load-page'
import { setScene } from '@/test/access/scene'
import { createApplication } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'

const own = withOwnDatabase()

test('an alert says in words how many and from where, its hour in numbers, and who handled it', async () => {
  const { administrator } = await setScene(own.owner)
  const gateway = createPool(own.gatewayUrl, 1, 'test')
  const details: Record<string, string | number>[] = [
    { limit: 1000, address: '203.0.113.24' },
    { limit: 100 },
  ]
  const ids: string[] = []
  for (const detail of details) {
    const { id } = await createApplication(own.owner, { environment: 'production' })
    await raiseAlert(gateway, 'production', 'account_enumeration', id, detail)
    ids.push(id)
  }
  await gateway.end()
  const show = async () => {
    const html = await loadPage('(administration)/administration/alerts/page', {}, administrator.claims, {})
    return html.replace(/<[^>]+>/g, '')
  }
  const before = await show()
  expect(before).toContain('2 alerts are open')
  expect(before).toContain('More than 1,000 in a minute, from 203.0.113.24')
  expect(before).toContain('{&quot;limit&quot;:100}')
  expect(before).not.toMatch(/unknown numbers|Handled by/)

  await own.owner.query(
    `INSERT INTO usage_minute (application_id, minute, endpoint, refused, limited, codes)
     SELECT $1, date_trunc('minute', now()) + n * interval '1 minute', 'account', 1000, 20,
       '{"account_not_found": 1000, "quota_exceeded": 20}' FROM generate_series(-1, 1) AS n`,
    [ids[0]],
  )
  const { rows } = await own.owner.query('SELECT id FROM operator_alert WHERE application_id = $1', [ids[1]])
  await executeAs({ id: administrator.id, role: 'administrator' }, resolveAlert, { target: rows[0].id })
  const after = await show()
  expect(after).toContain('1 alert is open')
  expect(after).toContain('3,000 unknown numbers')
  expect(after).toContain('60 refused above 1,000 a minute')
  expect(after).toContain('Handled by')
})
