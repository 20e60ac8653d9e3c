import { redirect } from 'next/navigation'
import { pageMetadata } from '@/app/_request/page-metadata'
import { returnPath } from '@/app/_request/return-path'
import { findCurrentDeveloper, findPendingDeveloper } from '@/app/_request/session'
import { type Query, withQuery } from '@/components/query'

export const generateMetadata = pageMetadata('accounts.signIn')

/** Where a browser that may keep no cookies comes by after signing in: without one, the sign-in page says so. */
export default async function SignedInPage({ searchParams }: { searchParams: Promise<Query> }) {
  const next = returnPath((await searchParams).next)
  const signedIn = (await findCurrentDeveloper()) ?? (await findPendingDeveloper())
  redirect(signedIn ? next : withQuery('/sign-in', { refused: 'cookies', next }))
}
