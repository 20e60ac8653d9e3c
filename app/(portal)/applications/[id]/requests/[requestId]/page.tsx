import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { CallView, KeptCall } from '@/app/_calls/call-view'
import { calledEnvironment, describeCurl, describeRequest } from '@/app/_calls/recorded-call'
import { requireApplication } from '@/app/_request/application'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import type { Query } from '@/components/query'
import { Notice } from '@/components/ui/notice'
import { findKeptCalls } from '@/lib/rehearsals/queries'
import { findTestNumber } from '@/lib/sandbox/queries'
import { findCallsOfRequest } from '@/lib/usage/queries'
import { ApplicationFrame, titledApplication } from '../../frame'
import { readFilter, requestsPath } from '../filters'
import { Log } from '../log'
import { Repeat } from '../repeat'
import { WorkingCall } from '../working-call'
import { PanelHead } from './panel-head'

type Props = { params: Promise<{ id: string; requestId: string }>; searchParams: Promise<Query> }

export const generateMetadata = titledApplication('usage.call', 'usage')

/**
 * One recorded request next to the log, which leads to its neighbours; alone on a narrow screen. After the log has
 * forgotten it, as the report of a rehearsal keeps it.
 */
export default async function RequestPage({ params, searchParams }: Props) {
  const { id, requestId } = await params
  const { application } = await requireApplication(id, 'usage')
  const calls = await findCallsOfRequest(application.id, requestId)
  const kept = calls.length > 0 ? [] : await findKeptCalls(application.id, requestId)
  const count = calls.length + kept.length
  if (count === 0) notFound()
  const read = readFilter(await searchParams)
  const t = await getTranslations('usage')
  const [newest] = calls
  return (
    <ApplicationFrame
      application={application}
      current="requests"
      title={t('call.title')}
      above={{ href: requestsPath(id, read.given), label: t('calls.title') }}
      lead={<span className="font-mono text-sm [overflow-wrap:anywhere]">{requestId}</span>}
      actions={<PanelHead applicationId={id} read={read} calls={calls} />}
    >
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,10fr)_minmax(0,11fr)]">
        <div className="grid min-w-0 gap-6 lg:col-start-2 lg:row-start-1">
          {count > 1 && <Notice>{t('call.several', { count })}</Notice>}
          {calls.map((call) => (
            <TeamCall key={String(call.id)} call={call} application={application} />
          ))}
          {kept.map((call) => (
            <KeptCall key={call.at} call={call} />
          ))}
        </div>
        <div className="no-print max-lg:hidden lg:col-start-1 lg:row-start-1">
          <Log application={application} read={read} current={newest} />
        </div>
      </div>
    </ApplicationFrame>
  )
}

type CallProps = {
  call: Awaited<ReturnType<typeof findCallsOfRequest>>[number]
  application: Awaited<ReturnType<typeof requireApplication>>['application']
}

async function TeamCall({ call, application }: CallProps) {
  const addresses = gatewayAddresses(calledEnvironment(call, application))
  const number = call.maskedMsisdn === null ? null : await findTestNumber(application, call.maskedMsisdn)
  return (
    <CallView
      call={call}
      request={describeRequest(call, application, addresses)}
      curl={describeCurl(call, application, addresses, number ?? undefined)}
      note={(await getTranslations('usage.call'))('requestNote')}
    >
      <Repeat call={call} application={application} msisdn={number ?? ''} />
      <WorkingCall call={call} application={application} />
    </CallView>
  )
}
