import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { getBranding } from '@/app/_request/branding'
import { Certificate } from '@/components/certificate'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { PressForm } from '@/components/ui/action-form'
import { Card } from '@/components/ui/card'
import { FormStage } from '@/components/ui/form-stage'
import { FormOutcome, FormText } from '@/components/ui/form-state'
import { Moment } from '@/components/ui/moment'
import { may } from '@/lib/applications/rights'
import { findCertificate, findCertificateLink } from '@/lib/certificates/queries'
import { ApplicationFrame, titledApplication } from '../frame'
import { endLink, shareLink } from './actions'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

export const generateMetadata = titledApplication('applications.certificate')

/** The certificate of an approval or a passed rehearsal, and for owners the link to it. */
export default async function CertificatePage({ params, searchParams }: Props) {
  const { application } = await requireApplication((await params).id)
  const found = await findCertificate(application.id)
  const linkedAt = may(application.role, 'certificates') ? await findCertificateLink(application.id) : null
  if (!found && !linkedAt) notFound()
  const t = await getTranslations('applications.certificate')
  return (
    <ApplicationFrame
      application={application}
      current={application.environment === 'sandbox' ? 'rehearsal' : 'validation'}
      title={t('title')}
    >
      <div className="grid gap-8">
        <OneTimeNotices query={await searchParams} done={{ keys: ['ended'], text: () => t('ended') }} />
        {found && <Certificate certificate={found.certificate} brand={await getBranding()} />}
        {may(application.role, 'certificates') && (
          <Sharing id={application.id} linkedAt={linkedAt} possible={found !== null} />
        )}
      </div>
    </ApplicationFrame>
  )
}

async function Sharing({ id, linkedAt, possible }: { id: string; linkedAt: Date | null; possible: boolean }) {
  const t = await getTranslations('applications.certificate')
  return (
    <Card title={t('share')} className="no-print">
      <div className="grid gap-4">
        <FormStage action={shareLink.bind(null, id)}>
          <p className="max-w-prose text-muted text-sm">{t('lead')}</p>
          <FormOutcome>
            <p role="status" className="grid gap-1">
              {t('once')}
              <code className="select-all text-sm [overflow-wrap:anywhere]">
                <FormText />
              </code>
            </p>
          </FormOutcome>
          {linkedAt && (
            <p className="text-sm">
              {t('linked')} <Moment at={linkedAt} />
            </p>
          )}
          {possible && <PressForm button={t(linkedAt ? 'replace' : 'make')} />}
        </FormStage>
        {linkedAt && <PressForm action={endLink.bind(null, id)} button={t('end')} />}
      </div>
    </Card>
  )
}
