import { withReturn } from '@/app/_request/return-path'
import { isSameOrigin } from '@/app/_request/same-origin'
import { findCurrentDeveloper, findDetour } from '@/app/_request/session'
import { applicationPath } from '@/components/application-nav'
import { withQuery } from '@/components/query'
import type { Owner } from '@/lib/audit/schema'
import { findUploadPlaces } from '@/lib/documents/queries'
import { submitForValidation } from '@/lib/validation/submit'
import { type Received, receiveForm } from './receive'
import { describeReceipts } from './response'

type Context = { params: Promise<{ id: string }> }

/**
 * Receives documents: from a script one at a time, with JSON as the response, or as the whole form, which redirects to
 * the page with any problems. The form's other button also submits, once its files are stored.
 */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { id: applicationId } = await params
  if (!isSameOrigin(request.headers.get('origin'), request.headers.get('sec-fetch-site')))
    return new Response(null, { status: 403 })
  const scripted = request.headers.get('accept') === 'application/json'
  const developer = await findCurrentDeveloper()
  if (!developer) return scripted ? new Response(null, { status: 401 }) : seeOther('/sign-in')
  const detour = findDetour(developer)
  if (detour)
    return scripted
      ? new Response(null, { status: 403 })
      : seeOther(withReturn(detour, applicationPath(applicationId, 'validation')))
  const places = await findUploadPlaces(applicationId, developer.id)
  if (!places) return new Response(null, { status: 404 })
  const owner: Owner = { id: developer.id, role: 'developer' }
  const received = await receiveForm(request, { applicationId, owner, ...places })
  if (scripted) return describeReceipts(received, { applicationId, developerId: owner.id, ...places })
  return leadBack(received, applicationId, owner)
}

/** Problems are codes in the URL, which the page turns into messages next to their fields. */
async function leadBack(received: Received, applicationId: string, owner: Owner): Promise<Response> {
  const problems = received.receipts.flatMap((each) =>
    each.ok ? [] : [`${each.requirementId}:${each.reason}`],
  )
  const path = applicationPath(applicationId, 'validation')
  if (!received.problem && problems.length === 0 && received.fields.get('intent') === 'submit') {
    const submitted = await submitForValidation(applicationId, owner)
    return seeOther(withQuery(path, submitted.ok ? { done: 'submitted' } : { refused: submitted.reason }))
  }
  const done = received.receipts.some(({ ok }) => ok) ? 'saved' : undefined
  // A field that the page does not have has no place for its message.
  const unknownField = received.receipts.some(({ requirementId }) => requirementId === 'form')
  const refused = received.problem ?? (unknownField ? 'not_yours' : undefined)
  return seeOther(withQuery(path, { problem: problems, refused, done }))
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { Location: location } })
}
