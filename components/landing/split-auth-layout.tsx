import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { EnvironmentBadge } from '@/components/environment-badge'
import { Receipt } from '@/components/receipt'

/** A page before an account: its form, and in wide windows the counter next to it. */
export function SplitAuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid items-start gap-12 lg:grid-cols-2 lg:*:first:mx-0">
      {children}
      <div className="max-lg:hidden">
        <CounterPicture />
      </div>
    </div>
  )
}

/** A counter that issues the response to a balance query as a ticket. A picture, announced as one. */
function CounterPicture() {
  const t = useTranslations('landing.ticket')
  return (
    <div role="img" aria-label={t('label')} className="mx-auto w-full max-w-88">
      <div aria-hidden="true">
        <div className="on-brand rounded-t-full px-7 pt-14 pb-7">
          <div className="grid justify-items-center gap-3 text-center">
            <span className="font-mono text-sm">{t('counter')}</span>
            <EnvironmentBadge environment="sandbox" />
            <p className="mt-3 w-full rounded-lg bg-code px-3 py-3 text-left font-mono text-code-ink text-xs">
              <span className="text-code-muted">GET</span> /api/eWallet/v1/account
              <br />
              <span className="text-code-muted">?msisdn=</span>221771234567
            </p>
          </div>
        </div>
        <div className="ledge -mx-3 relative z-1 h-3.5" />
        <Ticket />
      </div>
    </div>
  )
}

function Ticket() {
  const t = useTranslations('common.receipt')
  const format = useFormatter()
  return (
    <div className="mx-6">
      <Receipt
        title={`${t('account')} 221771234567`}
        lines={[
          [t('type'), t('words.customer')],
          [t('status'), t('words.active')],
          [t('frozen'), '0 XOF'],
          [t('asOf'), '09:00:00 UTC'],
        ]}
        total={[t('balance'), `${format.number(12_500)} XOF`]}
      />
    </div>
  )
}
