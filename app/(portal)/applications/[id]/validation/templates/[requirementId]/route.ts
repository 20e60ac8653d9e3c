import { requireApplication } from '@/app/_request/application'
import { templateResponse } from '@/app/_request/document-response'

type Context = { params: Promise<{ id: string; requirementId: string }> }

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { id, requirementId } = await params
  await requireApplication(id)
  return templateResponse(requirementId)
}
