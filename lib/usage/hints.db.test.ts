import { beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '@/lib/clock'
import { connectTo, database } from '@/lib/database'
import { chooseTrafficHints } from '@/lib/developers/profile'
import { newId } from '@/lib/ids'
import { executeAs } from '@/scripts/launch/execute-as'
import { createApplication, createDeveloper, issueSecret } from '@/test/factories'
import { recordCalls } from '@/test/metered-calls'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { findHints } from './hints'
import { sendHints } from './mails'
import type { MeteredCall } from './request-log'

const own = withOwnDatabase({ as: 'worker' })
const { owner, gateway } = own
let id: string
let email: string
let developerId: string
const noon = Date.parse('2026-11-21T12:00:00Z')
const minute = 60_000

beforeEach(async () => {
  setClock(new Date(noon))
  email = `${newId()}@example.org`
  developerId = (await createDeveloper({ locale: 'fr', email }, owner)).id
  id = (await createApplication(owner, { developerId, name: 'Caisse' })).id
})
/** So many of the same call, `minutesAgo` before noon. */
function record(count: number, minutesAgo: number, call: Partial<MeteredCall>): Promise<void> {
  const at = noon - minutesAgo * minute
  return recordCalls(
    gateway,
    id,
    Array.from({ length: count }, () => ({ at, ...call })),
  )
}

describe('a token for each call', () => {
  test('is reported with the number of requests that returned nothing new', async () => {
    await record(4, 10, { endpoint: 'token', minted: true })
    await record(36, 10, { endpoint: 'token', minted: false })
    await record(40, 10, {})
    expect(await findHints(id)).toEqual([{ kind: 'token_per_call', wasted: 36 }])
  })

  test('is not reported for several workers that each keep their token, a few tries, or the day before', async () => {
    await record(25, 10, { endpoint: 'token', minted: false })
    await record(51, 10, {})
    expect(await findHints(id)).toEqual([])
    id = (await createApplication(owner)).id
    await record(19, 10, { endpoint: 'token', minted: false })
    await record(500, 24 * 60 + 1, { endpoint: 'token', minted: false })
    expect(await findHints(id)).toEqual([])
  })
})

test('credentials at the other environment are counted', async () => {
  const refused = { endpoint: 'token', status: 401, errorCode: 'invalid_client' } as const
  await record(2, 5, { ...refused, hint: 'other_environment' })
  await record(3, 5, { ...refused, hint: 'wrong_secret' })
  expect(await findHints(id)).toEqual([{ kind: 'wrong_environment', calls: 2 }])
})

describe('a secret that ends', () => {
  async function retire(hours: number, lastUsedMinutesAgo: number): Promise<Date> {
    const at = new Date(noon + hours * 60 * minute)
    const { id: old } = await issueSecret(owner, id, 'sandbox')
    await owner.query('UPDATE client_secret SET retires_at = $2, last_used_at = $3 WHERE id = $1', [
      old,
      at,
      new Date(noon - lastUsedMinutesAgo * minute),
    ])
    const { id: current } = await issueSecret(owner, id, 'sandbox')
    const rotated = new Date(noon - 60 * minute)
    await owner.query('UPDATE client_secret SET created_at = $2 WHERE id = $1', [current, rotated])
    return at
  }

  test('soon and is used alongside the newer one is reported', async () => {
    const at = await retire(71, 30)
    expect(await findHints(id)).toEqual([{ kind: 'secret_retires', at }])
  })

  test.each([
    ['that nobody used since the rotation', 71, 61],
    ['in a week', 168, 30],
  ])('%s is not', async (_what, hours, lastUsed) => {
    await retire(hours, lastUsed)
    expect(await findHints(id)).toEqual([])
  })
})

describe('the limit', () => {
  test('nearly reached in three minutes is reported, with the busiest', async () => {
    await record(48, 3, {})
    await record(50, 4, {})
    await record(59, 5, {})
    await record(1, 5, { status: 429, errorCode: 'quota_exceeded' })
    await record(47, 6, {})
    expect(await findHints(id)).toEqual([{ kind: 'limit_near', minutes: 3, peak: 60, limit: 60 }])
  })

  test('reached on purpose in a minute or two is not', async () => {
    await record(61, 3, {})
    await record(61, 4, {})
    expect(await findHints(id)).toEqual([])
  })

  test('of Production is its own', async () => {
    id = (await createApplication(owner, { environment: 'production', state: 'active' })).id
    for (const ago of [3, 4, 5]) await record(60, ago, {})
    expect(await findHints(id)).toEqual([])
  })
})

describe('by mail', () => {
  async function waste(): Promise<void> {
    await owner.query('TRUNCATE usage_minute, recent_call, traffic_hint_mail, mail_message')
    await owner.query('UPDATE client_secret SET revoked_at = now()')
    await record(30, 10, { endpoint: 'token', minted: false })
  }

  test('goes to the owner in their language, once a day for each application', async () => {
    await waste()
    expect(await Promise.all([sendHints(), sendHints()])).toContain(1)
    expect(await sendHints()).toBe(0)
    const [mail, ...more] = await readOutbox(email)
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      template: 'traffic-hints',
      locale: 'fr',
      props: {
        applicationName: 'Caisse',
        environment: 'sandbox',
        hints: [{ kind: 'token_per_call', wasted: 30 }],
        link: expect.stringContaining(`/applications/${id}/traffic`),
        settingsLink: expect.stringMatching(/\/account\/data#hints$/),
      },
    })
    setClock(new Date(noon + 19 * 60 * minute))
    expect(await sendHints()).toBe(0)
    setClock(new Date(noon + 21 * 60 * minute))
    expect(await sendHints()).toBe(1)
  })

  test('goes to every owner who wants it, in their own language, and to no member', async () => {
    await waste()
    const join = async (role: 'owner' | 'member', wants: boolean) => {
      const person = { email: `${newId()}@example.org`, locale: 'en' as const }
      const { id: joined } = await createDeveloper(person, owner)
      await owner.query('UPDATE developer SET traffic_hints = $2 WHERE id = $1', [joined, wants])
      await owner.query(
        'INSERT INTO application_member (application_id, developer_id, role) VALUES ($1, $2, $3)',
        [id, joined, role],
      )
      return person.email
    }
    const second = await join('owner', true)
    const unwilling = await join('owner', false)
    const member = await join('member', true)
    expect(await sendHints()).toBe(2)
    expect(await readOutbox(email)).toMatchObject([{ template: 'traffic-hints', locale: 'fr' }])
    expect(await readOutbox(second)).toMatchObject([{ template: 'traffic-hints', locale: 'en' }])
    expect([...(await readOutbox(unwilling)), ...(await readOutbox(member))]).toEqual([])
  })

  test('is not sent to anyone who disabled it, which is recorded, nor for a deleted application', async () => {
    await waste()
    connectTo(own.portalUrl)
    await executeAs({ id: developerId, role: 'developer' }, chooseTrafficHints, { input: { wanted: false } })
    const audit = await database().auditEntry.findMany({ where: { subjectId: developerId } })
    expect(audit).toMatchObject([{ action: 'developer.traffic_hints_chosen', detail: { wanted: false } }])
    await own.connectAs('worker')
    expect(await sendHints()).toBe(0)
    await owner.query('UPDATE developer SET traffic_hints = true WHERE id = $1', [developerId])
    await owner.query(`UPDATE application SET state = 'deleted' WHERE id = $1`, [id])
    expect(await sendHints()).toBe(0)
    expect(await readOutbox(email)).toEqual([])
  })
})
