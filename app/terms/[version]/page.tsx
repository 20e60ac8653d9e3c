import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { findCurrentVersion, findTerms } from '@/lib/terms/queries'
import { TermsView } from '../terms-view'

type Props = { params: Promise<{ version: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { version } = await params
  return { title: (await getTranslations('terms'))('titleOf', { version }) }
}

/** Any version, also an earlier one and one whose day has not come. */
export default async function TermsVersionPage({ params }: Props) {
  const { version } = await params
  const terms = /^[1-9]\d{0,8}$/.test(version) ? await findTerms(Number(version)) : null
  if (!terms) notFound()
  return <TermsView terms={terms} current={await findCurrentVersion()} />
}
