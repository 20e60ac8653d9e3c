import { attachment } from '@/app/_request/document-response'
import { requireReviewer } from '@/app/_request/session'
import { exportSubmission } from '@/lib/validation/export'
import { createPage } from './page-to-print'

type Context = { params: Promise<{ id: string }> }

/** Everything stored about one submission, as a zip archive. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { id: reviewerId, role } = await requireReviewer()
  const { id } = await params
  const reviewer = { id: reviewerId, role: role === 'administrator' ? role : 'reviewer' } as const
  const archive = await exportSubmission(id, await createPage(), reviewer)
  if (!archive) return new Response(null, { status: 404 })
  return new Response(archive, {
    headers: { 'Content-Type': 'application/zip', ...attachment(`submission-${id}.zip`) },
  })
}
