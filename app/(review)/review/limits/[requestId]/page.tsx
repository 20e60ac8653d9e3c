import { getFormatter, getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { defaultLimit, limitOf } from '@/lib/applications/queries'
import { now, secondsFromNow } from '@/lib/clock'
import type { ShownRequest } from '@/lib/quota-requests/table'
import { findUsage } from '@/lib/usage/history'
import { findBusiestMinute } from '@/lib/usage/queries'
import { type RequestProps, renderRequest } from '../../request-page'

const evidenceDays = 30
const dayMinutes = 1440

export const generateMetadata = pageMetadata('limits', 'request')

export default function LimitRequestPage(props: RequestProps) {
  return renderRequest('limits', explain, props)
}

async function explain({ application, callsPerMinute }: ShownRequest<'limits'>) {
  const t = await getTranslations('limits')
  const format = await getFormatter()
  const since = secondsFromNow(-evidenceDays * 86_400)
  const { total } = await findUsage(application.id, since, now(), dayMinutes)
  const calls = total.succeeded + total.refused + total.limited + total.failed
  const perMinute = (count: number) => (count === 0 ? t('none') : t('perMinute', { count }))
  return {
    title: t('request'),
    facts: [
      { term: t('requestedLimit'), value: <strong>{perMinute(callsPerMinute)}</strong> },
      { term: t('currentLimit'), value: perMinute(limitOf(application)) },
      { term: t('usualLimit'), value: perMinute(defaultLimit(application.environment)) },
    ],
    evidence: [
      { term: t('calls', { days: evidenceDays }), value: format.number(calls) },
      { term: t('overLimit'), value: format.number(total.limited) },
      { term: t('busiest'), value: format.number(await findBusiestMinute(application.id, now())) },
    ],
  }
}
