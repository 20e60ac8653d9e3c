import type { DecisionOutcome } from '@/generated/prisma/enums'
import { systemActor } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { setValidity } from '@/lib/documents/validity'
import { succeed } from '@/lib/result'
import { localised } from '@/lib/translations'
import { recordActivation } from '@/lib/validation/activation-check'
import { assignSubmission } from '@/lib/validation/assignment'
import { keepNote, writeToApplicant, writeToReviewers } from '@/lib/validation/messages'
import { openRevision } from '@/lib/validation/open-submission'
import type { Access, DecisionInput } from '@/lib/validation/schema'
import { submitForValidation } from '@/lib/validation/submit'
import { executeAs } from '@/scripts/launch/execute-as'
import {
  acceptance,
  decideOnNewest,
  findSubmission,
  type Requirement,
  uploadDocument,
  uploadMissing,
} from '../data'
import { makeCard, makePdf } from './documents'
import type { Name, Profile } from './people'
import { actorOf, subjectOf, type World } from './world'

/** The owner uploads documents: the first `count` of those that are missing. */
export function upload(world: World, key: string, count = 5) {
  const { id, owner, profile } = subjectOf(world, key)
  return uploadMissing(id, owner, (requirement) => makeDocument(profile, requirement), count)
}

/** The owner replaces a document that no one objected to. */
export async function replaceDocument(world: World, key: string, position: number) {
  const { id, owner, profile } = subjectOf(world, key)
  for (const each of (await findSubmission(id)).requirements)
    if (each.position === position)
      await succeed(uploadDocument(id, each, await makeDocument(profile, each), owner))
}

/** The identity document is a picture, everything else a page of text. */
async function makeDocument({ locale, company }: Profile, requirement: Requirement) {
  const title = localised(requirement, 'name', locale)
  const plain = title.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const file = plain.replace(/[^a-z]+/g, '-')
  if (requirement.position === 1) return { name: `${file}.png`, content: await makeCard(company.length * 15) }
  const lines =
    locale === 'fr'
      ? [`Société : ${company}`, '', 'Document fictif, pour la démonstration de Guichet.']
      : [`Company: ${company}`, '', 'An invented document, for the demo of Guichet.']
  return { name: `${file}.pdf`, content: makePdf(title, lines) }
}

/** The owner types the last day of a document that was uploaded. @param days from then */
export async function limitValidity(world: World, key: string, position: number, days: number) {
  const { id, owner } = subjectOf(world, key)
  const { requirements } = await findSubmission(id)
  const value = new Date(now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const typed = requirements.flatMap((each) => (each.position === position ? [{ ...each, value }] : []))
  const refused = await succeed(executeAs(owner, setValidity, { target: id, input: typed }))
  if (refused.length > 0) throw new Error(`the last day of a document of ${key}: ${JSON.stringify(refused)}`)
}

export function submitDocuments(world: World, key: string) {
  const { id, owner } = subjectOf(world, key)
  return succeed(executeAs(owner, submitForValidation, { target: id }))
}

export function reopen(world: World, key: string) {
  const { id, owner } = subjectOf(world, key)
  return succeed(executeAs(owner, openRevision, { target: id }))
}

export async function claim(world: World, key: string, by: Name) {
  const { id } = await findSubmission(subjectOf(world, key).id)
  return succeed(executeAs(actorOf<'reviewer'>(world, by), assignSubmission, { target: id }))
}

/** @param replace reason for which the first document has to be replaced, where changes are requested */
export async function decideOn(
  world: World,
  key: string,
  by: Name,
  outcome: DecisionOutcome,
  reason: string,
  replace?: string,
  access: Access = 'all',
) {
  const { id } = subjectOf(world, key)
  const more: Partial<DecisionInput> = { reason, access }
  if (replace)
    more.verdicts = (await findSubmission(id)).requirements.map(({ requirementId, position }) =>
      position === 0 ? { requirementId, verdict: 'replace', reason: replace } : acceptance(requirementId),
    )
  return succeed(decideOnNewest(id, actorOf(world, by), outcome, more))
}

/** The proof succeeded a moment later, as it would have done through a running gateway. */
export async function approve(world: World, key: string, by: Name, access: 'all' | bigint[] = 'all') {
  await decideOn(world, key, by, 'approved', '', undefined, access)
  const { id } = await findSubmission(subjectOf(world, key).id)
  await succeed(executeAs(systemActor, recordActivation, { target: id }))
}

/** An organisation: no gateway has to prove it. */
export function verify(world: World, key: string, by: Name) {
  return decideOn(world, key, by, 'approved', '', undefined, 'unchanged')
}

export async function ask(world: World, key: string, by: Name, body: string, internal = false) {
  const { id: submissionId } = await findSubmission(subjectOf(world, key).id)
  const actor = actorOf<'reviewer'>(world, by)
  if (internal) return succeed(executeAs(actor, keepNote, { target: submissionId, input: { note: body } }))
  return succeed(executeAs(actor, writeToApplicant, { target: submissionId, input: { message: body } }))
}

export function reply(world: World, key: string, body: string) {
  const { id, owner } = subjectOf(world, key)
  return succeed(executeAs(owner, writeToReviewers, { target: id, input: { message: body } }))
}
