import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { History } from '@/app/_validation/history'
import { LastReason, withoutLastReason } from '@/app/_validation/last-reason'
import { OrganisationNeeded, PageNotices, readPostResult } from '@/app/_validation/notices'
import { DecisionPromise } from '@/app/_validation/promise'
import { revisionEvents } from '@/app/_validation/revision-events'
import { Talk } from '@/app/_validation/talk'
import type { Query } from '@/components/query'
import { Section } from '@/components/ui/section'
import { findApplicantValidation } from '@/lib/validation/queries'
import { ApplicationFrame, titledApplication } from '../frame'
import { OrganisationNotice } from '../organisation-notice'
import { Access } from './access'
import { GoLive, NextSteps } from './go-live'
import { Status } from './status'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

export const generateMetadata = titledApplication('validation', 'documents')

export default async function ValidationPage({ params, searchParams }: Props) {
  const { developer, application: own } = await requireApplication((await params).id, 'documents')
  const found = await findApplicantValidation(own.id, developer.id)
  if (!found) notFound()
  const result = readPostResult(await searchParams)
  const t = await getTranslations('validation')
  const { application } = found
  return (
    <ApplicationFrame application={own} current="validation">
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-x-14">
        <div className="grid min-w-0 gap-6">
          <PageNotices result={result} />
          <OrganisationNotice application={application} here />
          <OrganisationNeeded found={found} />
          <LastReason submission={found.submission} />
          <GoLive found={found} result={result} developerId={developer.id} />
          <Section title={t('history.title')}>
            <History
              transitions={withoutLastReason(found, [
                ...application.transitions,
                ...revisionEvents(found.revisions),
              ])}
            />
          </Section>
          <Talk subjectId={application.id} messages={found.messages} developerId={developer.id} />
        </div>
        <aside className="grid min-w-0 gap-6 max-lg:contents">
          <div className="empty:hidden max-lg:order-first">
            <Status found={found} />
          </div>
          <DecisionPromise submission={found.submission} />
          {application.state !== 'active' && <NextSteps state={application.state} />}
          <Access applicationId={application.id} developerId={developer.id} />
        </aside>
      </div>
    </ApplicationFrame>
  )
}
