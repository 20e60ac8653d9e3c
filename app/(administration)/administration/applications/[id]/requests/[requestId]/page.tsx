import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { CallView } from '@/app/_calls/call-view'
import { calledEnvironment, describeRequest } from '@/app/_calls/recorded-call'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { pageMetadata } from '@/app/_request/page-metadata'
import { requireAdministrator } from '@/app/_request/session'
import type { Query } from '@/components/query'
import { ReasonForm } from '@/components/reason-form'
import { DateTime } from '@/components/ui/date-time'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { findApplicationEntry } from '@/lib/applications/directory'
import { findSupportView, type SupportView, supportMinutes } from '@/lib/lifecycle/support-view'
import { findCallsOfRequest } from '@/lib/usage/queries'
import { AdministrationPageLayout } from '../../../../page-layout'
import { openRequest } from '../../actions'

type Props = { params: Promise<{ id: string; requestId: string }>; searchParams: Promise<Query> }

export const generateMetadata = pageMetadata('administration.support')

/** A request of an application, for the administrator who gave a reason to look at it, without people and numbers. */
export default async function SupportedRequestPage({ params, searchParams }: Props) {
  const administrator = await requireAdministrator()
  const { id, requestId } = await params
  const application = await findApplicationEntry(id)
  if (!application || application.state === 'deleted') notFound()
  const calls = await findCallsOfRequest(application.id, requestId)
  if (calls.length === 0) notFound()
  const view = await findSupportView(application.id, requestId, administrator.id)
  const t = await getTranslations('administration.support')
  return (
    <AdministrationPageLayout
      current="applications"
      title={t('title')}
      above={{ href: `/administration/applications/${application.id}`, label: application.name }}
      query={await searchParams}
    >
      {view ? (
        <Opened view={view} calls={calls} application={application} />
      ) : (
        <Section title={t('openTitle')}>
          <p className="mb-4 max-w-prose text-muted text-sm">{t('openBody', { minutes: supportMinutes })}</p>
          <ReasonForm action={openRequest.bind(null, application.id, requestId)} button={t('open')} />
        </Section>
      )}
    </AdministrationPageLayout>
  )
}

type OpenedProps = {
  view: SupportView
  calls: Awaited<ReturnType<typeof findCallsOfRequest>>
  application: NonNullable<Awaited<ReturnType<typeof findApplicationEntry>>>
}

/** Contains no form: nothing can be done from here. */
async function Opened({ view: { openedAt, reason }, calls, application }: OpenedProps) {
  const t = await getTranslations('administration.support')
  const note = (await getTranslations('usage.call'))('requestNote')
  const until = new Date(openedAt.getTime() + supportMinutes * 60_000)
  const shown = calls.map((call) => ({ ...call, maskedMsisdn: null, address: '' }))
  return (
    <div className="grid gap-6">
      <Notice>
        <p>{t.rich('until', { until: () => <DateTime at={until} /> })}</p>
        <p className="whitespace-pre-line [overflow-wrap:anywhere]">{t('because', { reason })}</p>
      </Notice>
      {shown.map((call) => {
        const addresses = gatewayAddresses(calledEnvironment(call, application))
        const request = describeRequest(call, application, addresses)
        return <CallView key={String(call.id)} call={call} request={request} note={note} />
      })}
    </div>
  )
}
