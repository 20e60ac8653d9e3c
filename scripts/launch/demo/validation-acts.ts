import sharp from 'sharp'
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
import { actorOf, type Name, type Profile, subjectOf, type World } from './world'

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

/** A one-page PDF (ISO 32000-1) with a title and lines of text, in the characters of WinAnsiEncoding. */
export function makePdf(title: string, lines: string[]): Buffer {
  const text = [
    `BT /F1 20 Tf 60 760 Td (${escapeText(title)}) Tj ET`,
    'BT /F1 11 Tf 60 720 Td 16 TL',
    ...lines.map((line) => `(${escapeText(line)}) Tj T*`),
    'ET',
  ].join('\n')
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size ${size}/Root 1 0 R>>`
  return Buffer.from(`${file}${end}\nstartxref\n${file.length}\n%%EOF\n`, 'latin1')
}

/** A PNG that looks like an identity card: a portrait and lines that no one can read. */
function makeCard(hue: number): Promise<Buffer> {
  const card = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200">
    <rect width="320" height="200" fill="#ecf0e8"/><rect width="320" height="30" fill="hsl(${hue},50%,32%)"/>
    <rect x="20" y="45" width="100" height="110" fill="#dee2e8"/><circle cx="70" cy="85" r="26" fill="#5c545a"/>
    <path d="M28 155a42 36 0 0 1 84 0z" fill="#5c545a"/>
    <path d="M140 63h130M140 83h110M140 103h140M140 123h90M140 143h120" stroke="#78808c" stroke-width="6"/></svg>`
  return sharp(Buffer.from(card)).png().toBuffer()
}

function escapeText(text: string): string {
  // WinAnsiEncoding differs from Latin-1 in a few characters, of which our texts have this one.
  return text.replaceAll('’', '\x92').replace(/[\\()]/g, '\\$&')
}
