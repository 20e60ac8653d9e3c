import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { queryReader, queryText } from '@/app/_request/query'
import { requireAdministrator } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import { EnvironmentBadge } from '@/components/environment-badge'
import type { Query } from '@/components/query'
import { ReasonForm } from '@/components/reason-form'
import { Card } from '@/components/ui/card'
import { Moment } from '@/components/ui/moment'
import { Notice } from '@/components/ui/notice'
import { findApplicationEntry } from '@/lib/applications/directory'
import {
  findSupportDetails,
  findSupportView,
  type SupportView,
  supportMinutes,
} from '@/lib/lifecycle/support-view'
import { Frame } from '../../../frame'
import { ApplicationStates } from '../../application-table'
import { openView } from './actions'
import { Details } from './details'
import { SupportUsage } from './usage'
import { Validation } from './validation'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }
type Entry = NonNullable<Awaited<ReturnType<typeof findApplicationEntry>>>

const readRequest = queryReader({ request: queryText(45) })

export const generateMetadata = titled('administration.support')

/**
 * An application as its team sees it, read only, for an administrator who has given a reason that the team
 * can read.
 */
export default async function SupportPage({ params, searchParams }: Props) {
  const administrator = await requireAdministrator()
  const query = await searchParams
  const application = await findApplicationEntry((await params).id)
  if (!application || application.state === 'deleted') notFound()
  const view = await findSupportView(application.id, administrator.id)
  const t = await getTranslations('administration.support')
  return (
    <Frame
      current="applications"
      title={t('title')}
      above={{ href: `/administration/applications/${application.id}`, label: application.name }}
      badges={
        <>
          <EnvironmentBadge environment={application.environment} />
          <ApplicationStates {...application} />
        </>
      }
      query={query}
    >
      {view ? (
        <View application={application} view={view} requestId={readRequest(query).request} />
      ) : (
        <Opening id={application.id} />
      )}
    </Frame>
  )
}

async function Opening({ id }: { id: string }) {
  const t = await getTranslations('administration.support')
  return (
    <Card title={t('openTitle')}>
      <p className="mb-4 max-w-prose text-muted text-sm">{t('openBody', { minutes: supportMinutes })}</p>
      <ReasonForm action={openView.bind(null, id)} button={t('open')} />
    </Card>
  )
}

type ViewProps = { application: Entry; view: SupportView; requestId?: string }

/** Contains no form: nothing can be done from here. */
async function View({ application, view: { openedAt, reason }, requestId }: ViewProps) {
  const t = await getTranslations('administration.support')
  const { secrets, submission } = await findSupportDetails(application.id)
  const until = new Date(openedAt.getTime() + supportMinutes * 60_000)
  return (
    <div className="grid gap-6">
      <Notice title={t('readOnly')}>
        <p>{t.rich('until', { until: () => <Moment at={until} /> })}</p>
        <p className="whitespace-pre-line [overflow-wrap:anywhere]">{t('because', { reason })}</p>
      </Notice>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Details application={application} secrets={secrets} />
        {submission && <Validation application={application} submission={submission} />}
      </div>
      <SupportUsage application={application} requestId={requestId} />
    </div>
  )
}
