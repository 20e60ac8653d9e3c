import { seeOther, withReturn } from '@/app/_request/return-path'
import { findCurrentDeveloper, findDetour } from '@/app/_request/session'
import { withQuery } from '@/components/query'
import type { Subject } from '@/lib/applications/subject'
import type { Owner } from '@/lib/audit/schema'
import { findUploadPlaces } from '@/lib/documents/queries'
import { validityField } from '@/lib/documents/schema'
import { setValidity } from '@/lib/documents/validity'
import { uploadRoutes } from '@/lib/uploads'
import { applicantPath } from '@/lib/validation/recipients'
import { submitForValidation } from '@/lib/validation/submit'
import { describeReceipts } from './describe-receipts'
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
  if (!developer) return scripted ? new Response(null, { status: 401 }) : seeOther('/sign-in')
  const detour = findDetour(developer)
  if (detour)
    return scripted
      ? new Response(null, { status: 403 })
      : seeOther(withReturn(detour, applicantPath(subject)))
  const places = await findUploadPlaces(subject.id, developer.id)
  if (places?.type !== subject.type) return new Response(null, { status: 404 })
  const owner: Owner = { id: developer.id, role: 'developer' }
  const received = await receiveForm(request, {
    route: uploadRoutes[subject.type],
    subjectId: subject.id,
    owner,
    ...places,
  })
  if (scripted) return describeReceipts(received, { subject, developerId: owner.id, ...places })
  return leadBack(received, subject, owner)
}

/** Problems are codes in the URL, which the page turns into messages next to their fields. */
async function leadBack(received: Received, subject: Whose, owner: Owner): Promise<Response> {
  const dated = subject.type === 'organisation' ? await keepDates(received, subject.id, owner) : []
  const refusals = received.receipts.flatMap((each) =>
    each.ok ? [] : [`${each.requirementId}:${each.reason}`],
  )
  const problems = [...refusals, ...dated]
  const path = applicantPath(subject)
  if (!received.problem && problems.length === 0 && received.fields.get('intent') === 'submit') {
    const submitted = await submitForValidation(subject.id, owner)
    if (submitted.ok) return seeOther(withQuery(path, { done: 'submitted' }))
    const cases = submitted.reason === 'rehearsal_required' ? submitted.cases : []
    const expired = submitted.reason === 'expired_documents' ? submitted.requirements : []
    const problem = expired.map((id) => `${validityField}${id}:date_past`)
    return seeOther(withQuery(path, { refused: submitted.reason, case: cases, problem }))
  }
  const done = received.receipts.some(({ ok }) => ok) ? 'saved' : undefined
  // A field that the page does not have has no place for its message.
  const unknownField = received.receipts.some(({ requirementId }) => requirementId === 'form')
  const refused = received.problem ?? (unknownField ? 'not_yours' : undefined)
  return seeOther(withQuery(path, { problem: problems, refused, done }))
}

/** Keeps the last days of the documents. @returns the problems, as codes next to their fields */
async function keepDates({ fields, problem }: Received, subjectId: string, owner: Owner): Promise<string[]> {
  if (problem) return []
  const typed = [...fields].flatMap(([name, value]) =>
    name.startsWith(validityField) ? [{ requirementId: name.slice(validityField.length), value }] : [],
  )
  const refused = await setValidity(subjectId, typed, owner)
  return refused.map(({ requirementId, reason }) => `${validityField}${requirementId}:${reason}`)
}
