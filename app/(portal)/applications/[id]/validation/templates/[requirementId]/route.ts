import { attachment } from '@/app/_request/document-response'
import { findCurrentDeveloper } from '@/app/_request/session'
import { isUuid } from '@/lib/ids'
import { findTemplate } from '@/lib/validation/requirements'

type Context = { params: Promise<{ requirementId: string }> }

/** The operator's template for a document; the same for everybody who is signed in. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  if (!(await findCurrentDeveloper()))
    return new Response(null, { status: 303, headers: { Location: '/sign-in' } })
  const { requirementId } = await params
  const template = isUuid(requirementId) ? await findTemplate(requirementId) : null
  if (!template) return new Response(null, { status: 404 })
  return new Response(new Uint8Array(template.bytes), {
    headers: { 'Content-Type': 'application/octet-stream', ...attachment(template.name) },
  })
}
