import { templateResponse } from '@/app/_request/document-response'
import { requireOrganisation } from '../../page-data'

type Context = { params: Promise<{ id: string; requirementId: string }> }

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { id, requirementId } = await params
  await requireOrganisation(id)
  return templateResponse(requirementId)
}
