import { useMessages, useTranslations } from 'next-intl'
import { ReceiptTexts } from '@/components/balance-receipt'
import { Desk } from '@/components/landing/desk'
import type { Scene } from '@/components/landing/scene'
import { useLocale } from '@/i18n/current-locale'
import { callLimits } from '@/lib/usage/schema'

type Props = {
  call: (scene: Scene, form: FormData) => Promise<Scene>
  /** Before a press. */
  first: Scene
}

/** The counter with its texts, as the browser has no messages, and the call as a terminal makes it. */
export function Counter({ call, first }: Props) {
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
      <Desk call={call} first={first} texts={texts} />
    </ReceiptTexts>
  )
}
