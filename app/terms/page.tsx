import { notFound } from 'next/navigation'
import { pageMetadata } from '@/app/_request/page-metadata'
import { findCurrentTerms } from '@/lib/terms/queries'
import { TermsView } from './terms-view'

export const generateMetadata = pageMetadata('terms')

/** The version in force. */
export default async function TermsPage() {
  const terms = await findCurrentTerms()
  if (!terms) notFound()
  return <TermsView terms={terms} current={terms.version} />
}
