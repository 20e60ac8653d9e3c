import type { Prisma, Rehearsal } from '@/generated/prisma/client'
import { application } from '@/lib/applications/target'
import { now } from '@/lib/clock'
import { command } from '@/lib/commands/command'
import { database, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { hashLink, makeLink } from '@/lib/identity/link'
import { type RehearsalCase, type RehearsalReport, shownCases } from '@/lib/rehearsals/schema'
import { done, refused } from '@/lib/result'

/** What strangers may read: names, date and result. */
export type IssuedCertificate = {
  kind: 'rehearsal' | 'approval'
  applicationName: string
  /** The legal name; null for a personal application, and while no reviewer has verified who that is. */
  organisationName: string | null
  /** When the rehearsal's report was frozen, or the approval decided. */
  at: Date
  /** The test cases of a rehearsal, all of which passed; none for an approval. */
  cases: RehearsalCase[]
}

const works = { state: 'active', ownerSuspended: false } satisfies Prisma.ApplicationWhereInput
const named = {
  organisation: { select: { legalName: true, verifiedAt: true } },
} satisfies Prisma.ApplicationInclude

/**
 * What an application can prove now: that it is approved, or passed every test case in its latest finished rehearsal.
 * The caller has checked the right to see the application.
 * @returns the certificate with its rehearsal's id; null without one, and for an application that is not in service
 */
export async function findCertificate(
  id: string,
  transaction: Transaction = database(),
): Promise<{ certificate: IssuedCertificate; rehearsalId: string | null } | null> {
  const application = await transaction.application.findFirst({ where: { id, ...works }, include: named })
  const rehearsal = await transaction.rehearsal.findFirst({
    where: { applicationId: id, finishedAt: { not: null } },
    orderBy: { startedAt: 'desc' },
  })
  const certificate = application && (await readCertificate(transaction, application, rehearsal))
  return certificate ? { certificate, rehearsalId: rehearsal?.id ?? null } : null
}

/** The certificate behind a link; null for one that is unknown, revoked, or ended by a suspension or deletion. */
export async function findSharedCertificate(link: string): Promise<IssuedCertificate | null> {
  const tokenHash = hashLink(link)
  if (!tokenHash) return null
  const found = await database().certificateLink.findUnique({
    where: { tokenHash, application: works },
    include: { application: { include: named }, rehearsal: true },
  })
  return found && readCertificate(database(), found.application, found.rehearsal)
}

/** When the application's link was made; null if it has none. The caller has checked the right to see it. */
export async function findCertificateLink(
  applicationId: string,
  transaction: Transaction = database(),
): Promise<Date | null> {
  const found = await transaction.certificateLink.findUnique({ where: { applicationId } })
  return found?.createdAt ?? null
}

async function readCertificate(
  client: Transaction,
  { id, environment, name, organisation }: Prisma.ApplicationGetPayload<{ include: typeof named }>,
  rehearsal: Rehearsal | null,
): Promise<IssuedCertificate | null> {
  const organisationName = organisation?.verifiedAt ? organisation.legalName : null
  if (environment === 'production') {
    const where = { applicationId: id, state: 'approved' } as const
    const approved = await client.submission.findFirst({ where, orderBy: { number: 'desc' } })
    const at = approved?.decidedAt
    return at ? { kind: 'approval', applicationName: name, organisationName, at, cases: [] } : null
  }
  if (!rehearsal?.finishedAt) return null
  const report = rehearsal.report as unknown as RehearsalReport
  const cases = shownCases(report)
  if (cases.length === 0 || cases.some(({ outcome }) => outcome !== 'passed')) return null
  const applicationName = report.applicationName ?? name
  const at = rehearsal.finishedAt
  return { kind: 'rehearsal', applicationName, organisationName, at, cases: cases.map(({ id }) => id) }
}

/**
 * Makes a link to the certificate of an application, for anyone who has it; the previous one ends. Only its hash is
 * stored, so it is shown this once.
 * @returns its URL; refused `no_certificate`
 */
export const shareCertificate = command({
  on: application,
  right: 'certificates',
  audit: 'certificate.shared',
  version: ({ transaction, application: { id } }) => findCertificateLink(id, transaction),
  async run({ transaction, application: { id: applicationId }, record }) {
    const found = await findCertificate(applicationId, transaction)
    if (!found) return refused('no_certificate')
    const { link, tokenHash } = makeLink()
    const data = { tokenHash, rehearsalId: found.rehearsalId, createdAt: now() }
    await transaction.certificateLink.upsert({
      where: { applicationId },
      create: { applicationId, ...data },
      update: data,
    })
    record({ type: 'application', id: applicationId }, { kind: found.certificate.kind })
    return done(`${getSettings().PORTAL_URL}/certificate/${link}`)
  },
})

/** Ends the link to an application's certificate. @returns refused `not_found` also where there is none */
export const revokeCertificateLink = command({
  on: application,
  right: 'certificates',
  irreversible: true,
  audit: 'certificate.link_ended',
  version: async ({ transaction, application: { id } }) =>
    (await findCertificateLink(id, transaction)) ?? undefined,
  async run({ transaction, application: { id: applicationId }, record }) {
    const { count } = await transaction.certificateLink.deleteMany({ where: { applicationId } })
    if (count === 0) return refused('not_found')
    record({ type: 'application', id: applicationId })
    return done(undefined)
  },
})
