import { attachment } from '@/app/_request/document-response'
import { serializeFixture } from '@/lib/sandbox/fixture'
import { listTestAccounts } from '@/lib/sandbox/queries'
import { requireSandbox } from '../page-data'

type Context = { params: Promise<{ id: string }> }

/** The application's own test accounts as JSON, in their current state. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { application } = await requireSandbox((await params).id)
  const accounts = await listTestAccounts(application)
  const fixture = serializeFixture(
    accounts.map(({ changed: _changed, shadowed: _shadowed, ...account }) => account),
  )
  return new Response(fixture, {
    headers: { 'Content-Type': 'application/json', ...attachment('test-accounts.json') },
  })
}
