import { attachment } from '@/app/_request/document-response'
import { requireReviewer } from '@/app/_request/session'
import { exportSubmission } from '@/lib/validation/export'
import { createPage } from './page-to-print'

type Context = { params: Promise<{ id: string }> }

/** Everything on record about one submission, as a zip archive. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { id: reviewerId, role } = await requireReviewer()
  const { id } = await params
  const reviewer = { id: reviewerId, role: role === 'administrator' ? role : 'reviewer' } as const
  const archive = await exportSubmission(id, await createPage(), reviewer)
  if (!archive) return new Response(null, { status: 404 })
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await archive.next()
      if (done) controller.close()
      else controller.enqueue(new Uint8Array(value))
    },
    async cancel() {
      await archive.return(undefined)
    },
  })
  return new Response(body, {
    headers: { 'Content-Type': 'application/zip', ...attachment(`submission-${id}.zip`) },
  })
}
