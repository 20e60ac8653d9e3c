import { expect, test } from 'vitest'
import { createApplication, createDeveloper } from '@/test/factories'
import { createOrganisation } from '@/test/organisations'
import { withOwnDatabase } from '@/test/own-database'
import { findConfusableNames } from './queries'

const { owner: sql } = withOwnDatabase()

test('a reviewer sees names of others that look alike, but not the applicant’s own, nor those no one has reviewed', async () => {
  const mine = await createDeveloper()
  const other = await createDeveloper()
  const production = { environment: 'production', state: 'active' } as const
  await createApplication(sql, { developerId: other.id, name: 'T\u00e9ranga \u0420ay', ...production })
  await createApplication(sql, { developerId: other.id, name: 'Teranga Pay', ...production })
  await createApplication(sql, {
    developerId: other.id,
    name: 'T\u00c9RANGA-PAY',
    ...production,
    state: 'draft',
  })
  await createApplication(sql, { developerId: mine.id, name: 'T\u00e9ranga pay', ...production })
  const organisation = await createOrganisation(other, {
    legalName: 'X SA',
    tradingName: 'T\u00e9ranga  P\u0430y',
  })
  const subject = { names: ['T\u00e9ranga Pay', ''], developerId: mine.id, organisationId: null }
  expect(await findConfusableNames(subject)).toEqual(['T\u00e9ranga \u0420ay'])
  await sql.query(`UPDATE organisation SET state = 'verified', verified_at = now() WHERE id = $1`, [
    organisation,
  ])
  expect(await findConfusableNames(subject)).toEqual(['T\u00e9ranga \u0420ay', 'T\u00e9ranga  P\u0430y'])
  const own = { names: ['T\u00e9ranga Pay'], organisationId: organisation }
  expect((await findConfusableNames(own)).sort()).toContain('T\u00e9ranga pay')
})
