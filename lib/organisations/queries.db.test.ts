import { beforeAll, expect, test } from 'vitest'
import { createApplication } from '@/lib/lifecycle/create-application'
import { applicationFields } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import { createDeveloper } from '@/test/factories'
import { createOrganisation, submitOrganisation } from '@/test/organisations'
import { withOwnDatabase } from '@/test/own-database'
import { findOrganisationEntry, searchOrganisations } from './queries'

const { owner: sql } = withOwnDatabase({ requirements: true })
let owner: Awaited<ReturnType<typeof createDeveloper>>
let kolo: string
let sent: string

const found = async (filter: Parameters<typeof searchOrganisations>[0]) =>
  (await searchOrganisations(filter, undefined, 5)).rows.map(({ id }) => id)

beforeAll(async () => {
  owner = await createDeveloper({}, sql)
  kolo = await createOrganisation(owner, { legalName: 'Kolo SA', tradingName: 'Baobab 100%' })
  sent = await createOrganisation(owner, {
    legalName: 'Teranga SA',
    tradingName: '',
    registrationNumber: 'SN-TRG-7',
  })
  await submitOrganisation(sent, owner)
  const closed = await createOrganisation(owner, { legalName: 'Kolo Former SA' })
  await sql.query(`UPDATE organisation SET state = 'closed' WHERE id = $1`, [closed])
})

test('organisations are found by name, number, person, id and state; closed ones only on request', async () => {
  expect(await found({})).toEqual([sent, kolo])
  expect(await found({ text: 'kolo' })).toEqual([kolo])
  expect(await found({ text: '%' })).toEqual([kolo])
  expect(await found({ text: 'trg' })).toEqual([sent])
  expect(await found({ text: owner.email.toUpperCase() })).toEqual([sent, kolo])
  expect(await found({ text: sent })).toEqual([sent])
  expect(await found({ state: 'in_verification' })).toEqual([sent])
  expect(await found({ state: 'closed' })).toHaveLength(1)
})

test('an entry has its number of applications and its last submission; pages follow each other', async () => {
  await executeAs(owner, createApplication, {
    input: { ...applicationFields('Till'), organisationId: sent, environment: 'sandbox' },
  })
  const first = await searchOrganisations({}, undefined, 1)
  expect(first).toMatchObject({ rows: [{ id: sent, applications: 1 }], older: true })
  expect((await findOrganisationEntry(sent))?.submissions).toHaveLength(1)
  const second = await searchOrganisations({}, sent, 1)
  expect(second).toMatchObject({ rows: [{ id: kolo, applications: 0 }], older: false })
  expect(await findOrganisationEntry(kolo)).toMatchObject({
    submissions: [],
    members: [{ developerId: owner.id, role: 'owner', developer: { email: owner.email } }],
  })
})
