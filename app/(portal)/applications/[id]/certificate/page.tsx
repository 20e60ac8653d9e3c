import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { getBranding } from '@/app/_request/branding'
import { Certificate } from '@/components/certificate'
import { FlashMessages } from '@/components/flash-messages'
import type { Query } from '@/components/query'
import { Section } from '@/components/ui/section'
import { may } from '@/lib/applications/rights'
import { findCertificate, findCertificateLink } from '@/lib/certificates/certificate'
import { ApplicationPageLayout, applicationMetadata } from '../page-layout'
import { Sharing } from './sharing'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

export const generateMetadata = applicationMetadata('applications.certificate')

/** The certificate of an approval or a passed rehearsal, and for owners the link to it. */
export default async function CertificatePage({ params, searchParams }: Props) {
  const { application } = await requireApplication((await params).id)
  const found = await findCertificate(application.id)
  const linkedAt = may(application.role, 'certificates') ? await findCertificateLink(application.id) : null
  if (!found && !linkedAt) notFound()
  const t = await getTranslations('applications.certificate')
  return (
    <ApplicationPageLayout
      application={application}
      current={application.environment === 'sandbox' ? 'rehearsal' : 'validation'}
      title={t('title')}
    >
      <div className="grid gap-8">
        <FlashMessages query={await searchParams} done={{ keys: ['ended'], text: () => t('ended') }} />
        {found && <Certificate certificate={found.certificate} brand={await getBranding()} />}
        {may(application.role, 'certificates') && (
          <Section title={t('share')} className="no-print">
            <Sharing id={application.id} linkedAt={linkedAt} possible={found !== null} />
          </Section>
        )}
      </div>
    </ApplicationPageLayout>
  )
}
