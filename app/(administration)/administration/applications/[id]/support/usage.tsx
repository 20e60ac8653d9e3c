import { getTranslations } from 'next-intl/server'
import { CallView } from '@/app/_calls/call-view'
import { calledEnvironment, describeRequest } from '@/app/_calls/recorded-call'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { withQuery } from '@/components/query'
import { Card } from '@/components/ui/card'
import { CallTable } from '@/components/usage/call-table'
import { Charts } from '@/components/usage/charts'
import { Parts } from '@/components/usage/parts'
import { Totals } from '@/components/usage/totals'
import { callsOf, usageWording } from '@/components/usage/wording'
import type { Application } from '@/generated/prisma/client'
import { now } from '@/lib/clock'
import { searchCalls } from '@/lib/usage/call-log'
import { findUsage, findUsageParts } from '@/lib/usage/history'
import { findCallsOfRequest } from '@/lib/usage/queries'
import { choosePeriod } from '@/lib/usage/range'

const callsShown = 20

type Props = {
  application: Pick<Application, 'id' | 'environment' | 'clientId' | 'clientAuthentication'>
  /** The call to explain. */
  requestId?: string
}

/** The last 7 days of usage, and the last calls without callers' addresses and subscribers' numbers. */
export async function SupportUsage({ application, requestId }: Props) {
  const t = await getTranslations('usage')
  const { period } = choosePeriod({ range: 'week' }, now())
  const { from, to, stepMinutes } = period
  const { points, total } = await findUsage(application.id, from, to, stepMinutes)
  const wording = await usageWording()
  return (
    <section className="grid gap-6" aria-label={t('title')}>
      <h2 className="font-semibold text-lg">{`${t('title')}: ${t('range.week')}`}</h2>
      {callsOf(total) === 0 ? (
        <p className="text-muted">{t('empty.title')}</p>
      ) : (
        <>
          <Totals total={total} wording={wording} place={{ from, to }} />
          <Charts points={points} total={total} period={period} wording={wording} />
          <Parts
            parts={await findUsageParts(application.id, from, to, stepMinutes)}
            wording={wording}
            place={{ from, to }}
          />
        </>
      )}
      <LastCalls application={application} requestId={requestId} />
    </section>
  )
}

async function LastCalls({ application, requestId }: Props) {
  const t = await getTranslations('usage')
  const { calls } = await searchCalls(application.id, {}, callsShown)
  if (calls.length === 0) return null
  const shown = requestId === undefined ? [] : await findCallsOfRequest(application.id, requestId)
  return (
    <>
      {shown.map((call) => (
        <SupportCall key={String(call.id)} call={call} application={application} />
      ))}
      <Card title={t('calls.title')}>
        <CallTable
          calls={calls}
          pathOf={(request) =>
            withQuery(`/administration/applications/${application.id}/support#request`, { request })
          }
          withoutNumbers
        />
      </Card>
    </>
  )
}

type CallProps = Pick<Props, 'application'> & { call: Awaited<ReturnType<typeof findCallsOfRequest>>[number] }

async function SupportCall({ call, application }: CallProps) {
  const shown = { ...call, maskedMsisdn: null, address: '' }
  const addresses = gatewayAddresses(calledEnvironment(call, application))
  return (
    <div id="request" className="scroll-mt-6">
      <CallView
        call={shown}
        request={describeRequest(shown, application, addresses)}
        note={(await getTranslations('usage.call'))('requestNote')}
      />
    </div>
  )
}
