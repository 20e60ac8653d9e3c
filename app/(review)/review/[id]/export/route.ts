import { attachment } from '@/app/_request/document-response'
import { requireReviewer } from '@/app/_request/session'
import { exportSubmission } from '@/lib/validation/export'
import { createPage } from './page-to-print'

type Context = { params: Promise<{ id: string }> }

/** Everything stored about one submission, as a zip archive. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { actor } = await requireReviewer()
  const { id } = await params
  const archive = await exportSubmission(id, await createPage(), actor)
  if (!archive) return new Response(null, { status: 404 })
  return new Response(archive, {
    headers: { 'Content-Type': 'application/zip', ...attachment(`submission-${id}.zip`) },
  })
}
