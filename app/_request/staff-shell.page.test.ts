import { beforeAll, expect, test } from 'vitest'
import { recordAudit } from '@/lib/audit/commands'
import { systemActor } from '@/lib/audit/schema'
import { database } from '@/lib/database'
import { listRequirements } from '@/lib/validation/requirements'
import { loadPage } from '@/test/access/load-page'
import { withScene } from '@/test/access/scene'

const own = withScene({ requirements: true })
const { scene } = own

beforeAll(async () => {
  await own.connectAs('portal')
})

const pages = [
  ['(administration)/administration/branding/page', 'branding'],
  ['(administration)/administration/terms/page', 'terms'],
  ['(administration)/administration/rehearsal/page', 'rehearsal_cases'],
  ['(administration)/administration/webhooks/page', 'webhook_endpoint'],
  ['(review)/review/requirements/page', 'requirement'],
  ['(review)/review/templates/page', 'reason_template'],
] as const

test.each(pages)('%s says since when a file manages what it shows', async (page, type) => {
  const load = () => loadPage(page, {}, scene.administrator.claims, {})
  expect(await load()).not.toContain('Managed by a file')
  const subject = { type, id: 'some' }
  const actor = { ...systemActor, configurationFile: '0'.repeat(64) }
  await database().$transaction((transaction) => recordAudit(transaction, actor, 'branding.saved', subject))
  expect(await load()).toMatch(/Managed by a file since <time dateTime="20/i)
})

test('the page of one document speaks of that document', async () => {
  const [one, other] = await listRequirements()
  const load = (requirementId = '') =>
    loadPage(
      '(review)/review/requirements/[requirementId]/page',
      { requirementId },
      scene.administrator.claims,
      {},
    )
  const actor = { ...systemActor, configurationFile: '0'.repeat(64) }
  const subject = { type: 'requirement', id: one?.id ?? '' } as const
  await database().$transaction((transaction) =>
    recordAudit(transaction, actor, 'requirement.changed', subject),
  )
  expect(await load(one?.id)).toContain('Managed by a file')
  expect(await load(other?.id)).not.toContain('Managed by a file')
})

test.each([
  ['administrator', '/administration'],
  ['reviewer', '/review'],
  ['owner', '/applications'],
] as const)('from a page that does not exist the %s is led to %s', async (who, home) => {
  const html = await loadPage('_request/not-found', {}, scene[who].claims)
  expect(html).toMatch(new RegExp(`404.*<a [^>]*href="${home}"`, 's'))
})
