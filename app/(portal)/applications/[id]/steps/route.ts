import { requireApplication } from '@/app/_request/application'
import { findFirstSteps } from '@/lib/usage/queries'

type Context = { params: Promise<{ id: string }> }

/** How many of the first steps are done, for the open page to notice another. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { application } = await requireApplication((await params).id)
  const done = Object.values(await findFirstSteps(application.id)).filter(Boolean).length
  return Response.json({ done }, { headers: { 'Cache-Control': 'no-store' } })
}
