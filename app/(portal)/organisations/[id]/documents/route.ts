import { receiveDocuments } from '@/app/_validation/handle-documents'

type Context = { params: Promise<{ id: string }> }

/** Receives the documents of an organisation, and their last days. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  return receiveDocuments(request, { type: 'organisation', id: (await params).id })
}
