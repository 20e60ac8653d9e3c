import { leadOnce } from '@/app/_request/once'
import { seeOther } from '@/app/_request/return-path'
import { findCurrentDeveloper, findDetour, leadTo } from '@/app/_request/session'
import { type Query, withQuery } from '@/components/query'
import type { Subject } from '@/lib/applications/subject'
import type { Owner } from '@/lib/audit/schema'
import { findUploadPlaces } from '@/lib/documents/queries'
import { validityField } from '@/lib/documents/schema'
import { setValidity } from '@/lib/documents/validity'
import { versionOf } from '@/lib/optimistic-lock'
import { showing } from '@/lib/shown'
import { uploadRoutes } from '@/lib/uploads'
import { applicantPath } from '@/lib/validation/recipients'
import { submitForValidation } from '@/lib/validation/submit'
import { describeReceipts, describeUnsent } from './describe-receipts'
import { type Received, receiveForm } from './receive-form'

type Whose = Pick<Subject, 'type' | 'id'>

/**
 * Receives documents of an application or an organisation: from a script one at a time, with JSON as the
 * response, or as the whole form, which redirects to the page with any problems. The form's other button also
 * submits, once its files are stored.
 */
export async function receiveDocuments(request: Request, subject: Whose): Promise<Response> {
  const scripted = request.headers.get('accept') === 'application/json'
  const developer = await findCurrentDeveloper()
  const detour = developer ? findDetour(developer) : '/sign-in'
  if (!developer || detour) return scripted ? describeUnsent(developer) : leadTo(detour ?? '/sign-in')
  const places = await findUploadPlaces(subject.id, developer.id)
  if (places?.type !== subject.type) return new Response(null, { status: 404 })
  const owner: Owner = { id: developer.id, role: 'developer' }
  const received = await receiveForm(request, {
    route: uploadRoutes[subject.type],
    subjectId: subject.id,
    owner,
    ...places,
  })
  if (scripted) return describeReceipts(received, { subject, developer, ...places })
  return leadBack(received, subject, owner)
}

/** Problems are codes in the URL, which the page turns into messages next to their fields. */
async function leadBack(received: Received, subject: Whose, owner: Owner): Promise<Response> {
  const { receipts, fields, shown, problem } = received
  const path = applicantPath(subject)
  // A field that the page does not have has no place for its message.
  const unknownField = receipts.some(({ requirementId }) => requirementId === 'form')
  const found = {
    problem: receipts.flatMap((each) => (each.ok ? [] : [`${each.requirementId}:${each.reason}`])),
    refused: problem ?? (unknownField ? 'not_yours' : undefined),
    done: receipts.some(({ ok }) => ok) ? 'saved' : undefined,
  }
  const overtaken = receipts.some((each) => !each.ok && each.reason === 'changed')
  if (problem || overtaken) return seeOther(withQuery(path, found))
  const documents = Object.values(shown).filter(Boolean).sort()
  const version = (of: string[]) => (Object.keys(shown).length > 0 ? versionOf(of) : null)
  const run = async () => {
    const keep = () => (subject.type === 'organisation' ? keepDates(fields, subject.id, owner) : [])
    const problems = [...found.problem, ...(await showing(version(documents), keep))]
    if (problems.length > 0 || fields.intent !== 'submit')
      return withQuery(path, { ...found, problem: problems })
    const ids = documents.map((each) => each.split(' ')[0] ?? '')
    return withQuery(path, await showing(version(ids), () => submit(subject, owner)))
  }
  return leadOnce(fields, owner.id, run, (refused) => withQuery(path, { ...found, refused }))
}

/** @returns the outcome, as the page's query says it */
async function submit(subject: Whose, owner: Owner): Promise<Query> {
  const submitted = await submitForValidation(subject.id, owner)
  if (submitted.ok) return { done: 'submitted' }
  const cases = submitted.reason === 'rehearsal_required' ? submitted.cases : []
  const expired = submitted.reason === 'expired_documents' ? submitted.requirements : []
  const problem = expired.map((id) => `${validityField}${id}:date_past`)
  return { refused: submitted.reason, case: cases, problem }
}

/** Keeps the last days of the documents. @returns the problems, as codes next to their fields */
async function keepDates(fields: Received['fields'], subjectId: string, owner: Owner): Promise<string[]> {
  const typed = Object.entries(fields).flatMap(([name, value]) =>
    name.startsWith(validityField) ? [{ requirementId: name.slice(validityField.length), value }] : [],
  )
  const refused = await setValidity(subjectId, typed, owner)
  return refused.map(({ requirementId, reason }) => `${validityField}${requirementId}:${reason}`)
}
