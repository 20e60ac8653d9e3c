import { getFormatter, getTranslations } from 'next-intl/server'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { Card } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import { DefinitionList } from '@/components/ui/definition-list'
import { Moment } from '@/components/ui/moment'
import { OutcomeBadge } from '@/components/usage/outcome-badge'
import { describeResponse } from '@/components/usage/recorded-call'
import type { Application, RecentCall } from '@/generated/prisma/client'
import { Explanation } from './explanation'
import { calledEnvironment, describeRequest } from './request'
import { WorkingCall } from './working-call'

type Props = {
  call: RecentCall
  application: Pick<Application, 'environment' | 'clientId' | 'clientAuthentication'>
}

/** Explains the call first, then lists what was recorded. */
export async function CallView({ call, application }: Props) {
  const t = await getTranslations('usage')
  const endpoint = t(`endpoint.${call.endpoint}` as 'endpoint.token')
  return (
    <Card title={endpoint} aside={<OutcomeBadge status={call.status} />}>
      <div className="grid gap-6">
        <Explanation call={call} />
        <WorkingCall call={call} application={application} />
        <section className="grid gap-3">
          <h3 className="font-semibold text-base">{t('call.facts')}</h3>
          <Facts call={call} />
        </section>
        <section className="grid gap-3">
          <CodeBlock
            title={t('call.request')}
            code={describeRequest(call, application, gatewayAddresses(calledEnvironment(call, application)))}
          />
          <CodeBlock title={t('call.response')} code={describeResponse(call)} />
          <p className="text-muted text-sm">{t('call.requestNote')}</p>
        </section>
      </div>
    </Card>
  )
}

async function Facts({ call }: Pick<Props, 'call'>) {
  const t = await getTranslations('usage')
  const format = await getFormatter()
  const { at, status, errorCode, latencyMs, maskedMsisdn, address, requestId } = call
  const mono = (text: string) => <span className="font-mono">{text}</span>
  return (
    <DefinitionList
      items={[
        { term: t('call.when'), value: <Moment at={at} as="exact" /> },
        { term: t('call.status'), value: String(status) },
        ...(errorCode ? [{ term: t('call.code'), value: mono(errorCode) }] : []),
        { term: t('call.latency'), value: t('calls.ms', { ms: format.number(latencyMs) }) },
        ...(maskedMsisdn ? [{ term: t('call.msisdn'), value: mono(maskedMsisdn) }] : []),
        { term: t('call.address'), value: mono(address || '–') },
        { term: t('call.requestId'), value: mono(requestId) },
      ]}
    />
  )
}
