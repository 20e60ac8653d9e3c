import { getTranslations } from 'next-intl/server'
import { readCause } from '@/app/_calls/recorded-call'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { firstCallSnippets, retrySnippets, type Sample } from '@/components/snippets/samples'
import { CodeBlock } from '@/components/ui/code-block'
import { Tabs } from '@/components/ui/tabs'
import type { Application, RequestLogEntry } from '@/generated/prisma/client'
import { exampleMsisdn } from '@/lib/wallet/sandbox-accounts'

type Props = {
  call: Pick<RequestLogEntry, 'id' | 'status' | 'hint' | 'endpoint'>
  application: Pick<Application, 'environment' | 'clientId'>
}

/**
 * What to do about a refusal, in the languages of the snippets: a working call where the caller's request was wrong,
 * a retry after a limit or an outage. Too many failures at the token endpoint come from wrong requests.
 */
export async function WorkingCall({ call, application }: Props) {
  const t = await getTranslations('usage.call')
  const docs = await getTranslations('docs.errorPage')
  const { status, hint, endpoint } = call
  const simulated = readCause(hint) === 'simulated'
  if (status === 503 || (status === 429 && endpoint === 'account'))
    return (
      <Snippets
        call={call}
        title={docs('waitAndRetry')}
        lead={docs('waitAndRetryLead')}
        snippets={retrySnippets(inputOf(application))}
      />
    )
  if (status < 400 || status >= 500 || simulated) return null
  const missing = (await getTranslations('applications.firstCall'))('variable')
  const snippets = firstCallSnippets({ ...inputOf(application), clientSecret: null, missing })
  return <Snippets call={call} title={t('works')} lead={t('worksLead')} snippets={snippets} />
}

function inputOf({ environment, clientId }: Props['application']) {
  return { ...gatewayAddresses(environment), clientId, msisdn: exampleMsisdn(environment) }
}

type SnippetsProps = { call: Props['call']; title: string; lead: string; snippets: Sample[] }

function Snippets({ call, title, lead, snippets }: SnippetsProps) {
  const tabs = snippets.map(({ language, label, file, code }) => ({
    value: language,
    label,
    content: <CodeBlock title={file ?? label} code={code} />,
  }))
  return (
    <section className="grid min-w-0 gap-3">
      <h3 className="font-semibold text-base">{title}</h3>
      <p className="text-muted text-sm">{lead}</p>
      <Tabs name={`working-call-${call.id}`} label={title} tabs={tabs} />
    </section>
  )
}
