import { documentResponse } from '@/app/_request/document-response'
import { requireDeveloper } from '@/app/_request/session'
import { findOwnDocument } from '@/lib/documents/queries'

type Context = { params: Promise<{ id: string; documentId: string }> }

/** Sends a document back to the developer who uploaded it. */
export async function sendOwnDocument({ params }: Context): Promise<Response> {
  const developer = await requireDeveloper()
  const { id, documentId } = await params
  const document = await findOwnDocument(id, documentId, developer.id)
  return document ? documentResponse(document) : new Response(null, { status: 404 })
}
