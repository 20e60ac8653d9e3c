import type { DecisionOutcome } from '@/generated/prisma/enums'
import { inviteToTeam } from '@/lib/applications/invite'
import { acceptInvitation } from '@/lib/applications/join'
import { type NewApplication, newApplicationSchema } from '@/lib/applications/schema'
import { ofSubject } from '@/lib/applications/subject'
import type { Administrator, Owner } from '@/lib/audit/schema'
import { database } from '@/lib/database'
import { attachDocument } from '@/lib/documents/attach'
import { stageDocument } from '@/lib/documents/stage'
import { requireSetting } from '@/lib/env'
import { decrypt } from '@/lib/keyring'
import { createApplication } from '@/lib/lifecycle/create-application'
import { createOrganisation } from '@/lib/lifecycle/create-organisation'
import { mailContext } from '@/lib/mail/queries'
import { organisationSchema } from '@/lib/organisations/schema'
import { succeed } from '@/lib/result'
import { decideSubmission } from '@/lib/validation/decide'
import type { DecisionInput, Verdict } from '@/lib/validation/schema'
import { executeAs } from './execute-as'

// Builds data by the commands behind the pages, for the demo, tests, journeys and trials.

type Fields = Omit<NewApplication, 'environment'>

/** The values of the form of a new application in which only its name and the given fields are filled in. */
export function applicationFields(name: string, filledIn: Partial<Fields> = {}): Fields {
  return newApplicationSchema.omit({ environment: true }).parse({ name, ...filledIn })
}

/** @returns the new application, personal unless an `organisationId` is filled in */
export function makeApplication(
  owner: Owner,
  environment: 'sandbox' | 'production',
  name: string,
  { organisationId = null, ...filledIn }: Partial<Fields> = {},
) {
  const input = { ...applicationFields(name, filledIn), organisationId, environment }
  return succeed(executeAs(owner, createApplication, { input }))
}

/** @param record as it is typed. @returns the id of an organisation in draft */
export async function makeOrganisation(owner: Owner, record: object): Promise<string> {
  return (await succeed(executeAs(owner, createOrganisation, { input: organisationSchema.parse(record) }))).id
}

/** Someone accepts an invitation to the team of an application or organisation. */
export async function addMember(
  subjectId: string,
  owner: Owner,
  { id, email }: { id: string; email: string },
  role: 'owner' | 'member',
): Promise<void> {
  const invited = executeAs(owner, inviteToTeam, { target: subjectId, input: { email, role } })
  const { id: target } = await succeed(invited)
  await succeed(executeAs({ id, role: 'developer' }, acceptInvitation, { target }))
}

/** The newest submission of an application or organisation. */
export function findSubmission(subjectId: string) {
  return database().submission.findFirstOrThrow({
    where: ofSubject(subjectId),
    orderBy: { number: 'desc' },
    include: { requirements: { orderBy: { position: 'asc' } }, documents: { where: { replacedAt: null } } },
  })
}

export type Requirement = Awaited<ReturnType<typeof findSubmission>>['requirements'][number]

export async function uploadDocument(
  subjectId: string,
  requirement: Requirement,
  { name, content }: { name: string; content: Buffer },
  owner: Owner,
) {
  const details = { ...requirement, developerId: owner.id }
  const staged = await succeed(stageDocument(piecesOf(content), name, details))
  return attachDocument(staged, { subjectId, requirementId: requirement.requirementId }, owner)
}

/** Uploads a document for each requirement that has none, in their order: `count` at most. */
export async function uploadMissing(
  subjectId: string,
  owner: Owner,
  makeFile: (requirement: Requirement, index: number) => Promise<{ name: string; content: Buffer }>,
  count = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { requirements, documents } = await findSubmission(subjectId)
  const given = new Set(documents.map(({ requirementId }) => requirementId))
  const missing = requirements.filter(({ requirementId }) => !given.has(requirementId)).slice(0, count)
  for (const [index, each] of missing.entries())
    await succeed(uploadDocument(subjectId, each, await makeFile(each, index), owner))
}

/** A decision on the newest submission, as it is now. An approval accepts every document. */
export async function decideOnNewest(
  subjectId: string,
  reviewer: Administrator,
  outcome: DecisionOutcome,
  more: Partial<DecisionInput> = {},
) {
  const { id: submissionId, requirements } = await findSubmission(subjectId)
  const accepted = requirements.map(({ requirementId }) => acceptance(requirementId))
  const verdicts = outcome === 'approved' ? accepted : []
  const input = { outcome, reason: '', verdicts, access: 'unchanged' as const, ...more }
  return executeAs(reviewer, decideSubmission, { target: submissionId, input })
}

/** The verdict on a document with which nothing is wrong. */
export function acceptance(requirementId: string): Verdict {
  return { requirementId, verdict: 'accepted', reason: null }
}

/** The content of a mail that was not sent yet. */
export function openMail(mail: {
  id: string
  encryptionKeyId: string
  propsCiphertext: Uint8Array | null
}): Record<string, unknown> {
  const sealed = { keyId: mail.encryptionKeyId, ciphertext: Buffer.from(mail.propsCiphertext ?? []) }
  const plain = decrypt(requireSetting('SECRET_ENCRYPTION_KEYS'), sealed, mailContext(mail.id))
  return JSON.parse(plain.toString())
}

/** The last part of the path of the newest link that was e-mailed to this address: what they would click. */
export async function lastLink(email: string): Promise<string> {
  const mails = await database().mailMessage.findMany({
    where: { toAddress: email, propsCiphertext: { not: null } },
    orderBy: { id: 'desc' },
  })
  for (const { link } of mails.map(openMail))
    if (typeof link === 'string') return link.slice(link.lastIndexOf('/') + 1)
  throw new Error(`no link was mailed to ${email}`)
}

/** A file in one piece, as a stream. */
export async function* piecesOf(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}
