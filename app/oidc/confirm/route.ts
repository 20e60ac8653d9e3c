import { notFound } from 'next/navigation'
import { returnPath } from '@/app/_request/return-path'
import { requireSignedIn } from '@/app/_request/session'
import { beginAtProvider, redirectResponse } from '@/app/_request/to-provider'
import { withQuery } from '@/components/query'
import { findIssuer } from '@/lib/identity/provider-settings'

/** Leads to the provider, which authenticates the person again whatever it remembers of them. */
export async function GET(request: Request): Promise<Response> {
  const { sessionId } = await requireSignedIn()
  if (!findIssuer()) notFound()
  const query = new URL(request.url).searchParams
  const next = returnPath(query.get('next'))
  const { url } = await beginAtProvider('confirm', { sessionId, next }, withQuery('/confirm', { next }))
  return redirectResponse(url)
}
