import { documentResponse } from '@/app/_request/document-response'
import { requireReviewer } from '@/app/_request/session'
import { findSubmittedDocument } from '@/lib/documents/queries'

type Context = { params: Promise<{ id: string; documentId: string }> }

/** A submitted document, for reviewers: to download, and for the image previews on their page. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  await requireReviewer()
  const { id, documentId } = await params
  const document = await findSubmittedDocument(id, documentId)
  return document ? documentResponse(document) : new Response(null, { status: 404 })
}
