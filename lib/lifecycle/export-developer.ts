import { z } from 'zod'
import { live } from '@/lib/applications/invite'
import { strongest } from '@/lib/applications/subject'
import { auditFormats } from '@/lib/audit/export'
import { type AuditRow, readAudit, readDetail } from '@/lib/audit/queries'
import { now } from '@/lib/clock'
import { command } from '@/lib/commands/command'
import { database } from '@/lib/database'
import { listRefusedSignIns } from '@/lib/identity/refused-sign-in'
import { self } from '@/lib/identity/target'
import { done } from '@/lib/result'
import { listSupportViews } from './support-view'

/**
 * Exports all data stored about a developer, for the developer: one JSON object, streamed in parts. Left out are values
 * that grant access (hashes, secrets, links, recovery codes), reviewers' internal notes, and the files, which can be
 * downloaded from their pages. The export itself is recorded.
 */
export const exportDeveloper = command({
  on: self,
  right: 'self',
  audit: 'developer.data_exported',
  async run({ developer: { id }, record }) {
    record({ type: 'developer', id })
    return done(pieces(id))
  },
})

async function* pieces(id: string): AsyncGenerator<string> {
  const account = await readAccount(id)
  const parts: [string, unknown][] = [
    ['exportedAt', now()],
    ['account', account],
    ['sessions', await readSessions(id)],
    ['refusedSignIns', (await listRefusedSignIns(id)).map(({ id: _, ...row }) => row)],
    ['terms', await readTerms(id)],
    ['uploads', await readUploads(id)],
    ['applications', await readApplications(id)],
    ['organisations', await readOrganisations(id)],
    ['teams', await readTeams(id)],
    ['invitations', await readInvitations(account.email)],
    ['limitRequests', await database().limitRequest.findMany(ownRequests(id))],
    ['networkRequests', await database().networkRequest.findMany(ownRequests(id))],
    ['supportViews', await listSupportViews(id)],
    ['calls', await readCalls(id)],
    ['mails', await readMails(id)],
  ]
  yield '{\n'
  for (const [name, value] of parts) yield `${JSON.stringify(name)}: ${JSON.stringify(value, null, 2)},\n`
  yield '"record": [\n'
  yield* record(id)
  yield ']\n}\n'
}

async function readAccount(id: string) {
  const { totpFactor, passkeys, links, _count, ...row } = await database().developer.findUniqueOrThrow({
    where: { id },
    omit: { passwordHash: true, sessionVersion: true },
    include: {
      totpFactor: { select: { confirmedAt: true } },
      links: {
        where: { purpose: { in: ['email_change', 'email_undo'] }, newEmail: { not: null } },
        orderBy: { id: 'asc' },
        select: {
          purpose: true,
          newEmail: true,
          createdAt: true,
          expiresAt: true,
          usedAt: true,
          cancelledAt: true,
        },
      },
      identities: {
        orderBy: { id: 'asc' },
        select: { issuer: true, subject: true, createdAt: true, lastUsedAt: true },
      },
      passkeys: { orderBy: { id: 'asc' }, select: { name: true, createdAt: true, lastUsedAt: true } },
      accessKeys: {
        orderBy: { id: 'asc' },
        select: { name: true, createdAt: true, expiresAt: true, lastUsedAt: true, mayChangeSandbox: true },
      },
      _count: { select: { recoveryCodes: { where: { usedAt: null } } } },
    },
  })
  return {
    ...row,
    authenticatorSince: totpFactor?.confirmedAt ?? null,
    passkeys,
    addressChanges: links,
    recoveryCodesLeft: _count.recoveryCodes,
  }
}

/** The versions of the operator's terms that they accepted, and those of which they were reminded. */
async function readTerms(developerId: string) {
  const [accepted, reminded] = await Promise.all([
    database().termsAcceptance.findMany({ where: { developerId }, omit: { developerId: true } }),
    database().termsReminder.findMany({ where: { developerId }, omit: { developerId: true } }),
  ])
  return { accepted, reminded }
}

/** The bytes that count towards the hourly limit on uploads. */
async function readUploads(developerId: string) {
  const rows = await database().uploadWindow.findMany({ where: { developerId } })
  return rows.map(({ startedAt, bytes }) => ({ startedAt, bytes: Number(bytes) }))
}

function readSessions(developerId: string) {
  return database().session.findMany({
    where: { developerId },
    orderBy: { createdAt: 'asc' },
    select: {
      name: true,
      userAgent: true,
      address: true,
      createdAt: true,
      lastSeenAt: true,
      expiresAt: true,
      revokedAt: true,
    },
  })
}

async function readApplications(developerId: string) {
  const rows = await database().application.findMany({
    where: {
      OR: [{ members: { some: { developerId } } }, { organisation: { members: { some: { developerId } } } }],
    },
    orderBy: { createdAt: 'asc' },
    omit: { developerId: true },
    include: {
      // Their own membership only: the other members are not their data.
      members: { where: { developerId }, select: { role: true, joinedAt: true } },
      organisation: { select: { members: { where: { developerId }, select: { role: true } } } },
      transitions: {
        orderBy: [{ at: 'asc' }, { id: 'asc' }],
        select: { fromState: true, toState: true, actorRole: true, reason: true, at: true },
      },
      secrets: {
        orderBy: { createdAt: 'asc' },
        omit: {
          secretHash: true,
          hashKeyId: true,
          ciphertext: true,
          encryptionKeyId: true,
          applicationId: true,
        },
      },
      webhookEndpoints: {
        orderBy: { id: 'asc' },
        select: { url: true, events: true, createdAt: true, disabledAt: true },
      },
      certificateLink: { select: { createdAt: true } },
      keys: { orderBy: { createdAt: 'asc' }, omit: { publicKey: true, applicationId: true } },
      networkDays: { orderBy: [{ day: 'asc' }, { network: 'asc' }], omit: { applicationId: true } },
      testAccounts: { orderBy: { msisdn: 'asc' }, omit: { applicationId: true, original: true } },
      rehearsals: {
        orderBy: { startedAt: 'asc' },
        select: { startedAt: true, endedAt: true, endReason: true, calls: true, report: true },
      },
      submissions: { orderBy: { number: 'asc' }, select: submissionParts },
    },
  })
  return rows.map(({ organisation, ...row }) => ({
    ...row,
    // Only owners see them.
    webhookEndpoints:
      strongest([...row.members, ...(organisation?.members ?? [])]) === 'owner' ? row.webhookEndpoints : [],
    networkDays: row.networkDays.map(({ calls, ...day }) => ({ ...day, calls: Number(calls) })),
    testAccounts: row.testAccounts.map((account) => ({ ...account, msisdn: String(account.msisdn) })),
    submissions: submissions(row.submissions),
  }))
}

/** An organisation's record, their place in it, and what was submitted, as for an application. */
async function readOrganisations(developerId: string) {
  const rows = await database().organisation.findMany({
    where: { members: { some: { developerId } } },
    orderBy: { createdAt: 'asc' },
    include: {
      members: { where: { developerId }, select: { role: true, joinedAt: true } },
      transitions: {
        orderBy: [{ at: 'asc' }, { id: 'asc' }],
        select: { fromState: true, toState: true, actorRole: true, reason: true, at: true },
      },
      submissions: { orderBy: { number: 'asc' }, select: submissionParts },
    },
  })
  return rows.map((row) => ({ ...row, submissions: submissions(row.submissions) }))
}

function submissions<Part extends { documents: { sha256: Uint8Array }[] }>(parts: Part[]) {
  return parts.map(({ documents, ...rest }) => ({
    ...rest,
    documents: documents.map(({ sha256, ...document }) => ({
      ...document,
      sha256: Buffer.from(sha256).toString('hex'),
    })),
  }))
}

const submissionParts = {
  number: true,
  state: true,
  openedAt: true,
  submittedAt: true,
  decidedAt: true,
  networks: true,
  documents: {
    orderBy: { uploadedAt: 'asc' },
    select: {
      name: true,
      kind: true,
      size: true,
      version: true,
      sha256: true,
      uploadedAt: true,
      submittedAt: true,
      replacedAt: true,
      purgedAt: true,
      validUntil: true,
    },
  },
  decisions: {
    where: { final: true },
    orderBy: { decidedAt: 'asc' },
    select: { outcome: true, reason: true, decidedAt: true, voidedAt: true },
  },
  messages: {
    where: { internal: false },
    orderBy: { sentAt: 'asc' },
    select: { authorRole: true, body: true, sentAt: true },
  },
} as const

/** Calls of each application, by day and endpoint. */
function readCalls(developerId: string) {
  return database().$queryRaw`
    SELECT u.application_id AS "applicationId", to_char(u.minute AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, u.endpoint,
           sum(u.succeeded)::int AS succeeded, sum(u.refused)::int AS refused, sum(u.limited)::int AS limited,
           sum(u.failed)::int AS failed
    FROM usage_of(ARRAY(SELECT application_id FROM application_team WHERE developer_id = ${developerId}::uuid),
      '-infinity', 'infinity') u
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`
}

/**
 * All applications and organisations that they were ever on the team of, including those they have left: they
 * can never decide on them.
 */
function readTeams(developerId: string) {
  return database().membershipHistory.findMany({
    where: { developerId },
    orderBy: [{ since: 'asc' }, { applicationId: 'asc' }],
    select: { applicationId: true, organisationId: true, since: true },
  })
}

/** Their own requests for a higher limit or more allowed addresses, and the answers; not who decided. */
function ownRequests(developerId: string) {
  return {
    where: { requestedById: developerId },
    orderBy: [{ requestedAt: 'asc' as const }, { id: 'asc' as const }],
    omit: { id: true, requestedById: true, decidedById: true } as const,
  }
}

/**
 * Open invitations to their current address. Answered ones may have been for an earlier holder of the address; their
 * own answers are in the record.
 */
function readInvitations(email: string) {
  return database().membershipInvitation.findMany({
    where: { email, ...live() },
    orderBy: { createdAt: 'asc' },
    select: { role: true, createdAt: true, expiresAt: true },
  })
}

/** Mails to them, at any of their addresses; never those of an earlier holder of an address. */
function readMails(developerId: string) {
  return database().mailMessage.findMany({
    where: { developerId },
    orderBy: { createdAt: 'asc' },
    select: { template: true, subject: true, locale: true, status: true, createdAt: true, sentAt: true },
  })
}

/** Their own actions, then those of others about them; of others only the role. */
async function* record(id: string): AsyncGenerator<string> {
  let first = true
  for (const filter of [{ actorId: id }, { subjectType: 'developer', subjectId: id }]) {
    for await (const rows of readAudit(filter)) {
      const fresh = 'actorId' in filter ? rows : rows.filter(({ actorId }) => actorId !== id)
      const text = fresh.map((row) => toEntry(row)).join(',\n')
      if (text === '') continue
      yield `${first ? '' : ',\n'}${text}`
      first = false
    }
  }
  if (!first) yield '\n'
}

/** An address that was deleted is null. */
function toEntry(row: AuditRow): string {
  const { at, actorRole, action, subjectType, subjectId } = row
  const detail = readDetail(row, null)
  return JSON.stringify({ at, by: actorRole, action, subjectType, subjectId, detail })
}

/** The export itself is audited too. */
export const recordAuditExport = command({
  right: 'administrator',
  input: z.object({ format: z.enum(auditFormats) }),
  audit: 'audit.exported',
  async run({ input: { format }, record }) {
    record({ type: 'audit_log', id: 'audit_log' }, { format })
    return done(undefined)
  },
})
