import type { NextRequest } from 'next/server'
import { returnPath, seeOther } from '@/app/_request/return-path'
import { findCurrentDeveloper, findPendingDeveloper } from '@/app/_request/session'
import { withQuery } from '@/components/query'

/** Where a browser that may keep no cookies comes by after signing in: without one, the sign-in page says so. */
export async function GET(request: NextRequest): Promise<Response> {
  const next = returnPath(request.nextUrl.searchParams.get('next'))
  const signedIn = (await findCurrentDeveloper()) ?? (await findPendingDeveloper())
  return seeOther(signedIn ? next : withQuery('/sign-in', { refused: 'cookies', next }))
}
