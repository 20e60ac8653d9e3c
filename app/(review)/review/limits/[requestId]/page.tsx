import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { createAxisFormatter } from '@/components/chart/series'
import { Section } from '@/components/ui/section'
import { callsOf } from '@/components/usage/labels'
import { Peaks } from '@/components/usage/peaks'
import { getLocale } from '@/i18n/current-locale'
import { defaultLimit, limitOf } from '@/lib/applications/queries'
import { now, secondsFromNow } from '@/lib/clock'
import type { ShownRequest } from '@/lib/quota-requests/table'
import { findUsage } from '@/lib/usage/history'
import { listPeaks } from '@/lib/usage/queries'
import { rangeBegins } from '@/lib/usage/range'
import { type RequestProps, renderRequest } from '../../request-page'

const evidenceDays = 30
const dayMinutes = 1440
const hourSeconds = 3600

export const generateMetadata = pageMetadata('limits', 'request')

export default function LimitRequestPage(props: RequestProps) {
  return renderRequest('limits', explain, props)
}

/** The limit and the need in a sentence, and the last day against both limits. */
async function explain({ application, callsPerMinute }: ShownRequest<'limits'>) {
  const t = await getTranslations('limits')
  const limit = limitOf(application)
  const at = now()
  const peaks = (await listPeaks(application.id, at)).map(({ calls }) => calls)
  const { total } = await findUsage(application.id, secondsFromNow(-evidenceDays * 86_400), at, dayMinutes)
  const write = createAxisFormatter(await getLocale(), hourSeconds)
  const begin = rangeBegins('day', at).getTime() / 1000
  const isUsual = limit === defaultLimit(application.environment)
  return {
    has: limit === 0 ? t('unlimited') : t('has', { limit, peak: Math.max(...peaks) }),
    evidence: (
      <Section title={t('chart')}>
        <Peaks
          peaks={peaks}
          limit={limit}
          wanted={callsPerMinute}
          names={{ limit: t('now', { count: limit }), wanted: t('wanted', { count: callsPerMinute }) }}
          height={160}
        />
        <div
          aria-hidden="true"
          className="-mt-2 mr-30 grid grid-cols-4 border-line border-t pt-1 text-muted text-xs"
        >
          {[0, 6, 12, 18].map((hour) => (
            <span key={hour}>{write.axis(begin + hour * hourSeconds)}</span>
          ))}
        </div>
        <p className="text-muted text-sm">
          {t('record', { calls: callsOf(total), limited: total.limited, days: evidenceDays })}{' '}
          {!isUsual && t('own')}
        </p>
      </Section>
    ),
  }
}
