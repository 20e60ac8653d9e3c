import { attachment } from '@/app/_request/document-response'
import { requireDeveloper } from '@/app/_request/session'
import { findOwnAccess } from '@/lib/validation/account-access'

type Context = { params: Promise<{ id: string }> }

/** The accounts that a Production application was granted by name, one number a line, for its team. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const developer = await requireDeveloper()
  const granted = await findOwnAccess((await params).id, developer.id)
  if (!granted) return new Response(null, { status: 404 })
  return new Response(granted.msisdns.map((msisdn) => `${msisdn}\n`).join(''), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', ...attachment('accounts.txt') },
  })
}
