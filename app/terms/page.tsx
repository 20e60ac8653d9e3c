import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { findCurrentTerms } from '@/lib/terms/queries'
import { TermsView } from './terms-view'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('terms'))('title') }
}

/** The version in force. */
export default async function TermsPage() {
  const terms = await findCurrentTerms()
  if (!terms) notFound()
  return <TermsView terms={terms} current={terms.version} />
}
