import { requireApplication } from '@/app/_request/application'
import { findNewestCall } from '@/lib/usage/call-log'

type Context = { params: Promise<{ id: string }> }

/** The newest call, for the open page of the first steps to notice another. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { application } = await requireApplication((await params).id)
  return Response.json(await findNewestCall(application.id), { headers: { 'Cache-Control': 'no-store' } })
}
