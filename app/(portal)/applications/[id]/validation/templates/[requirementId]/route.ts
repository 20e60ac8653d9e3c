import { requireApplication } from '@/app/_request/application'
import { attachment } from '@/app/_request/document-response'
import { isUuid } from '@/lib/ids'
import { findTemplate } from '@/lib/validation/requirements'

type Context = { params: Promise<{ id: string; requirementId: string }> }

/** The operator's template for a document, for anyone asked to fill it in. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { id, requirementId } = await params
  await requireApplication(id)
  const template = isUuid(requirementId) ? await findTemplate(requirementId) : null
  if (!template) return new Response(null, { status: 404 })
  return new Response(new Uint8Array(template.bytes), {
    headers: { 'Content-Type': 'application/octet-stream', ...attachment(template.name) },
  })
}
