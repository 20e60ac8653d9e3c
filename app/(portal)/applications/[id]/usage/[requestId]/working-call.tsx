import { getTranslations } from 'next-intl/server'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { firstCallSnippets } from '@/components/snippets/snippets'
import { CodeBlock } from '@/components/ui/code-block'
import { Tabs } from '@/components/ui/tabs'
import type { Application, RecentCall } from '@/generated/prisma/client'
import { firstCallMsisdn } from '@/lib/wallet/sandbox-accounts'
import { hintKey } from './hint'

type Props = {
  call: Pick<RecentCall, 'id' | 'status' | 'hint'>
  application: Pick<Application, 'environment' | 'clientId'>
}

/**
 * The same call as it works, in the languages of the snippets: for refusals that come of how a program calls, and not
 * for a limit or an outage.
 */
export async function WorkingCall({ call, application: { environment, clientId } }: Props) {
  const { status, hint } = call
  const simulated = hint !== null && hintKey(hint) === 'simulated'
  if (status < 400 || status === 429 || status >= 500 || simulated) return null
  const t = await getTranslations('usage.call')
  const snippets = firstCallSnippets({
    ...gatewayAddresses(environment),
    clientId,
    clientSecret: null,
    msisdn: environment === 'sandbox' ? firstCallMsisdn : '999000000000',
    missing: (await getTranslations('applications.firstCall'))('variable'),
  })
  const tabs = snippets.map(({ language, label, file, code }) => ({
    value: language,
    label,
    content: <CodeBlock title={file ?? label} code={code} copyLabel={t('copy')} copiedLabel={t('copied')} />,
  }))
  return (
    <section className="grid min-w-0 gap-3">
      <h3 className="font-semibold text-base">{t('works')}</h3>
      <p className="text-muted text-sm">{t('worksLead')}</p>
      <Tabs name={`working-call-${call.id}`} label={t('works')} tabs={tabs} />
    </section>
  )
}
