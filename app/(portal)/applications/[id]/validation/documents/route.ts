import { receiveDocuments } from '@/app/_validation/handle-documents'

type Context = { params: Promise<{ id: string }> }

/** Receives the documents of an application. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  return receiveDocuments(request, { type: 'application', id: (await params).id })
}
