import { useFormatter, useTranslations } from 'next-intl'
import { EnvironmentBadge } from '@/components/environment-badge'

/** A counter that issues the response to a balance query as a ticket. A picture, announced as one. */
export function Counter() {
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
        <div className="-mx-3 relative z-1 h-4 rounded bg-ink" />
        <div className="ticket-slot">
          <Ticket />
        </div>
      </div>
    </div>
  )
}

function Ticket() {
  const t = useTranslations('landing.ticket')
  const format = useFormatter()
  return (
    <div className="ticket mx-6 drop-shadow-[0_10px_14px_rgb(0_0_0/0.16)]">
      <div className="ticket-edge bg-ticket px-5 pt-5 pb-7 font-mono text-xs">
        <p className="font-semibold text-sm">{t('account')} 221771234567</p>
        <dl className="mt-3 grid gap-1.5 border-line-strong/50 border-t border-dashed pt-3">
          <Line term={t('type')} value={t('customer')} />
          <Line term={t('status')} value={t('active')} />
          <Line term={t('frozen')} value="0 XOF" />
          <Line term={t('asOf')} value="09:00:00 UTC" />
        </dl>
        <div className="mt-3 flex items-baseline justify-between gap-3 border-line-strong/50 border-t border-dashed pt-3">
          <span>{t('balance')}</span>
          <span className="font-semibold text-xl tabular-nums">{format.number(12_500)} XOF</span>
        </div>
      </div>
    </div>
  )
}

function Line({ term, value }: { term: string; value: string }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-muted">{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}
