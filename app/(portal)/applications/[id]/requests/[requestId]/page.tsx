import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { CallView, LoggedRequest } from '@/app/_calls/call-view'
import { calledEnvironment, describeCurl, describeRequest } from '@/app/_calls/recorded-call'
import { requireApplication } from '@/app/_request/application'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import type { Query } from '@/components/query'
import { Notice } from '@/components/ui/notice'
import { Refresh } from '@/components/ui/refresh'
import { besidePanel, PanelNav, SidePanel } from '@/components/ui/side-panel'
import { now } from '@/lib/clock'
import { findKeptCalls } from '@/lib/rehearsals/queries'
import { findTestNumber } from '@/lib/sandbox/queries'
import { findNeighbouringRequests } from '@/lib/usage/call-log'
import { findCallsOfRequest } from '@/lib/usage/queries'
import { chooseBars } from '@/lib/usage/range'
import { ApplicationPageLayout, applicationMetadata } from '../../page-layout'
import { readView, trafficPath, type View } from '../../traffic/filters'
import { Log } from '../../traffic/log'
import { Repeat } from '../repeat'
import { WorkingCall } from '../working-call'

type Props = { params: Promise<{ id: string; requestId: string }>; searchParams: Promise<Query> }

export const generateMetadata = applicationMetadata('usage.call', 'usage')

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
  const view = readView(await searchParams)
  const bars = chooseBars(view.range, view.filter, now())
  const t = await getTranslations('usage')
  const [newest] = calls
  return (
    <ApplicationPageLayout application={application} current="traffic">
      {view.live && <Refresh seconds={3} />}
      <div className={besidePanel}>
        <Log
          application={application}
          view={view}
          period={{ ...bars.period, ...bars.selection }}
          current={newest}
        />
      </div>
      <SidePanel
        id="request"
        title={
          <>
            {t('call.title')} <span className="font-mono font-normal text-xs">{requestId}</span>
          </>
        }
        nav={<PanelHead applicationId={id} view={view} calls={calls} />}
      >
        {count > 1 && <Notice>{t('call.several', { count })}</Notice>}
        {calls.map((call) => (
          <TeamCall key={String(call.id)} call={call} application={application} />
        ))}
        {kept.map((call) => (
          <LoggedRequest key={call.at} call={call} />
        ))}
      </SidePanel>
    </ApplicationPageLayout>
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
      environment={application.environment}
      request={describeRequest(call, application, addresses)}
      curl={describeCurl(call, application, addresses, number ?? undefined)}
      note={(await getTranslations('usage.call'))('requestNote')}
      example={<WorkingCall call={call} application={application} />}
    >
      <Repeat call={call} application={application} msisdn={number ?? ''} />
    </CallView>
  )
}

type PanelHeadProps = { applicationId: string; view: View; calls: { id: bigint }[] }

/** The way to the requests before and after this one among those that match, and back to all of them. */
async function PanelHead({ applicationId, view, calls }: PanelHeadProps) {
  const t = await getTranslations('usage.call')
  const { filter, problems } = view
  const [first, last] = [calls[0], calls.at(-1)]
  const [newer, older] =
    first && last && problems.length === 0
      ? await Promise.all([
          findNeighbouringRequests(applicationId, filter, first.id).then((found) => found.newer),
          findNeighbouringRequests(applicationId, filter, last.id).then((found) => found.older),
        ])
      : []
  const path = (requestId?: string) => trafficPath(applicationId, view, requestId)
  return (
    <PanelNav
      label={t('neighbours')}
      newer={!!newer && { href: path(newer), label: t('newer') }}
      older={!!older && { href: path(older), label: t('older') }}
      back={{ href: path(), label: t('back') }}
    />
  )
}
