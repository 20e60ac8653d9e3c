import { notFound } from 'next/navigation'
import { returnPath } from '@/app/_request/return-path'
import { beginAtProvider, redirectResponse } from '@/app/_request/to-provider'
import { withQuery } from '@/components/query'
import { findIssuer } from '@/lib/identity/provider-settings'

/** Leads to the provider. A link, as nothing changes yet: who comes back is bound to this browser by its cookie. */
export async function GET(request: Request): Promise<Response> {
  if (!findIssuer()) notFound()
  const next = returnPath(new URL(request.url).searchParams.get('next'), '')
  const { url } = await beginAtProvider('sign_in', { sessionId: null, next }, withQuery('/sign-in', { next }))
  return redirectResponse(url)
}
