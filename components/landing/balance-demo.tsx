import { useMessages, useTranslations } from 'next-intl'
import { ReceiptTexts } from '@/components/balance-receipt'
import { BalanceDemoForm } from '@/components/landing/balance-demo-form'
import type { DemoState } from '@/components/landing/demo-state'
import { useLocale } from '@/i18n/current-locale'
import { callLimits } from '@/lib/usage/schema'

type Props = {
  call: (scene: DemoState, form: FormData) => Promise<DemoState>
  /** Before a press. */
  first: DemoState
}

/** The counter with its texts, as the browser has no messages, and the call as a terminal makes it. */
export function BalanceDemo({ call, first }: Props) {
  const t = useTranslations('landing.counter')
  const raw = (name: 'again' | 'measured') => String(t.raw(name))
  const texts = {
    title: t('title'),
    lead: t('lead'),
    accounts: [t('ordinary'), t('decimals'), t('suspended')],
    idle: t('idle'),
    calling: t('calling'),
    again: raw('again'),
    limitLead: t('limitLead', { count: callLimits.landing_address }),
    closed: t('closed'),
    nothing: t('nothing'),
    service: t('service'),
    sandbox: useTranslations('common.environment')('sandbox'),
    measured: raw('measured'),
  }
  return (
    <ReceiptTexts texts={{ ...useMessages().common.receipt, locale: useLocale() }}>
      <BalanceDemoForm call={call} first={first} texts={texts} />
    </ReceiptTexts>
  )
}
