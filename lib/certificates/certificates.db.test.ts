import { beforeEach, expect, test } from 'vitest'
import { database } from '@/lib/database'
import { deleteApplication } from '@/lib/lifecycle/delete-application'
import { reinstateApplication, suspendApplication } from '@/lib/lifecycle/suspend-application'
import { reinstateOrganisation, suspendOrganisation } from '@/lib/lifecycle/suspend-organisation'
import { executeAs } from '@/scripts/launch/execute-as'
import { deleteAccount } from '@/test/developers'
import { readExport } from '@/test/export'
import { createDeveloper, type Developer } from '@/test/factories'
import {
  createOrganisation,
  createVerified,
  decideOnOrganisation,
  submitOrganisation,
} from '@/test/organisations'
import { withOwnDatabase } from '@/test/own-database'
import { addReport, rehearse } from '@/test/rehearsals'
import { createShop } from '@/test/team'
import { createInState, readAudit } from '@/test/validation'
import {
  findCertificate,
  findSharedCertificate,
  revokeCertificateLink,
  shareCertificate,
} from './certificate'

const { owner: sql } = withOwnDatabase({ requirements: ['Tax registration'] })
const missing = { ok: false, reason: 'not_found' }
let owner: Developer

beforeEach(async () => {
  owner = await createDeveloper()
})

/** A Sandbox application whose only test case passed. */
async function createPassed(organisationId: string | null = null): Promise<string> {
  const applicationId = await createShop(owner, { organisationId })
  await addReport((text, values) => sql.query(text, values), { submissionId: null, applicationId })
  return applicationId
}

async function share(applicationId: string, by = owner): Promise<string> {
  const shared = await executeAs(by, shareCertificate, { target: applicationId })
  return (shared.ok && /\/certificate\/([\w-]{43})$/.exec(shared.value)?.[1]) || 'refused'
}

test('a link shows names, date and result, and the database has its hash only', async () => {
  const id = await createPassed()
  const link = await share(id)
  const shown = {
    kind: 'rehearsal',
    applicationName: 'Till',
    organisationName: null,
    cases: ['quota_exceeded'],
  }
  expect(await findSharedCertificate(link)).toEqual({ ...shown, at: expect.any(Date) })
  const { rows } = await sql.query('SELECT l::text FROM certificate_link l')
  expect(JSON.stringify(rows)).not.toContain(link)
  expect((await readExport(owner)).text).toMatch(/"certificateLink": \{\s+"createdAt": "[^"]+"\s+\}/)
})

test('another link replaces it, and an owner ends it; both are audited', async () => {
  const id = await createPassed()
  const links = [await share(id), await share(id)]
  expect(await findSharedCertificate(links[0] ?? '')).toBeNull()
  expect(await findSharedCertificate(links[1] ?? '')).not.toBeNull()
  expect(await executeAs(owner, revokeCertificateLink, { target: id })).toEqual({ ok: true })
  expect(await findSharedCertificate(links[1] ?? '')).toBeNull()
  expect(await executeAs(owner, revokeCertificateLink, { target: id })).toEqual(missing)
  expect((await readAudit(sql, id)).filter((action) => action.startsWith('certificate.'))).toEqual([
    'certificate.shared',
    'certificate.shared',
    'certificate.link_ended',
  ])
})

test('an organisation is named once it is verified: anyone may call one as they like', async () => {
  const reviewer = await createDeveloper({ role: 'reviewer' })
  const organisation = await createOrganisation(owner, { legalName: 'Central Bank' })
  const link = await share(await createPassed(organisation))
  expect(await findSharedCertificate(link)).toMatchObject({ organisationName: null })
  await submitOrganisation(organisation, owner)
  await decideOnOrganisation(organisation, reviewer, 'approved')
  expect(await findSharedCertificate(link)).toMatchObject({ organisationName: 'Central Bank' })
})

test('an approval has one; a rehearsal if every case passed, and its link still shows that one later', async () => {
  const reviewer = await createDeveloper({ role: 'reviewer' })
  const approved = await createInState(sql, reviewer, 'active')
  const link = await share(approved.applicationId, approved.owner as Developer)
  expect(await findSharedCertificate(link)).toMatchObject({ kind: 'approval', cases: [] })
  const id = await createPassed()
  const earlier = await share(id)
  await rehearse(sql, id, owner)
  expect(await findCertificate(id)).toBeNull()
  expect(await executeAs(owner, shareCertificate, { target: id })).toEqual({
    ok: false,
    reason: 'no_certificate',
  })
  expect(await findSharedCertificate(earlier)).not.toBeNull()
})

test('a suspension ends a link for good, and so do deletion and erasure', async () => {
  const administrator = await createDeveloper({ role: 'administrator' })
  const organisation = await createVerified(owner, await createDeveloper({ role: 'reviewer' }))
  const reason = { reason: 'Fraud' }
  const ends: [organisationId: string | null, ...steps: ((id: string) => Promise<{ ok: boolean }>)[]][] = [
    [
      null,
      (id) => executeAs(administrator, suspendApplication, { target: id, input: reason }),
      (id) => executeAs(administrator, reinstateApplication, { target: id, input: reason }),
    ],
    [
      organisation,
      () => executeAs(administrator, suspendOrganisation, { target: organisation, input: reason }),
      () => executeAs(administrator, reinstateOrganisation, { target: organisation, input: reason }),
    ],
    [null, (id) => executeAs(owner, deleteApplication, { target: id, input: {} })],
    [null, () => deleteAccount(owner)],
  ]
  for (const [organisationId, ...steps] of ends) {
    const applicationId = await createPassed(organisationId)
    const link = await share(applicationId)
    for (const step of steps) expect(await step(applicationId)).toMatchObject({ ok: true })
    expect(await findSharedCertificate(link)).toBeNull()
    expect(await database().certificateLink.count({ where: { applicationId } })).toBe(0)
  }
})
