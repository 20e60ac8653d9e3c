import { sendOwnDocument } from '@/app/_validation/own-document'

type Context = { params: Promise<{ id: string; documentId: string }> }

export async function GET(_request: Request, context: Context): Promise<Response> {
  return sendOwnDocument(context)
}
