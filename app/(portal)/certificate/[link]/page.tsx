import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { getBranding } from '@/app/_request/branding'
import { HomeShell } from '@/app/_request/home-shell'
import { pageMetadata } from '@/app/_request/page-metadata'
import { Certificate } from '@/components/certificate'
import { findSharedCertificate } from '@/lib/certificates/certificate'

type Props = { params: Promise<{ link: string }> }

/** Other sites show the picture of a link that works; search engines show neither. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { link } = await params
  const picture = (await findSharedCertificate(link)) && `/certificate/${link}/share`
  const images = picture ? { images: [{ url: picture, width: 1200, height: 630 }] } : {}
  return pageMetadata('applications.certificate', 'title', {
    robots: { index: false, follow: false },
    openGraph: images,
    twitter: { card: 'summary_large_image', ...images },
  })()
}

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
