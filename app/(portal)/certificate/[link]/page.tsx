import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { getBranding } from '@/app/_request/branding'
import { HomeShell } from '@/app/_request/home-shell'
import { titled } from '@/app/_request/titled'
import { Certificate } from '@/components/certificate'
import { findSharedCertificate } from '@/lib/certificates/queries'

type Props = { params: Promise<{ link: string }> }

export const generateMetadata = titled('applications.certificate', 'title', {
  robots: { index: false, follow: false },
})

/** What an owner shows others by a link: names, date and result. */
export default async function SharedCertificatePage({ params }: Props) {
  const certificate = await findSharedCertificate((await params).link)
  if (!certificate) notFound()
  const t = await getTranslations('applications.certificate')
  return (
    <HomeShell title={t('title')}>
      <Certificate certificate={certificate} brand={await getBranding()} />
    </HomeShell>
  )
}
