import { getFormatter, getTranslations } from 'next-intl/server'
import { applicationPath } from '@/components/application-pages'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { formatShare } from '@/components/usage/labels'
import { Peaks } from '@/components/usage/peaks'
import { limitOf, type TeamApplication } from '@/lib/applications/queries'
import { may } from '@/lib/applications/rights'
import { maxCallsPerMinute } from '@/lib/limits/schema'
import { listRequests } from '@/lib/quota-requests/queries'
import type { Peak } from '@/lib/usage/queries'

type Props = {
  application: TeamApplication
  peaks: Peak[]
}

/** The application's limit, and how much of it was used in each hour. */
export async function Limits({ application, peaks }: Props) {
  const t = await getTranslations('applications.limits')
  const format = await getFormatter()
  const limit = limitOf(application)
  const peak = Math.max(0, ...peaks.map(({ calls }) => calls))
  const over = limit > 0 ? peaks.filter(({ calls }) => calls > limit) : []
  const [minute, ...others] = new Set(over.map((each) => each.minute))
  return (
    <Section title={t('title')} id="limits" className="lg:max-w-80">
      <p className="text-muted text-xs">
        <b className="font-medium text-ink">
          {limit === 0 ? t('unlimited') : t('perMinute', { count: limit })}
        </b>{' '}
        {limit > 0 && peak > 0 && t('peak', { peak, share: formatShare(format, peak / limit) })} {t('token')}
      </p>
      {limit > 0 && peak > 0 && <Peaks peaks={peaks.map(({ calls }) => calls)} limit={limit} />}
      {minute !== undefined && (
        <p className="text-muted text-xs">
          {over.length > 2 && others.length === 0
            ? t('overAt', { hours: over.length, minute: `:${String(minute).padStart(2, '0')}` })
            : t('over', { hours: over.length })}
        </p>
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <TextLink href="/docs/errors/quota_exceeded">{t('about')}</TextLink>
        <LimitLink application={application} />
      </p>
    </Section>
  )
}

/** Leads to the request that waits, or to the form for one; nothing for those who cannot request a higher limit now. */
export async function LimitLink({ application }: { application: TeamApplication }) {
  const { id, role, state } = application
  const t = await getTranslations('limits')
  const limit = limitOf(application)
  const open = (await listRequests('limits', id)).find((request) => request.state === 'open')
  if (!open && !(state === 'active' && may(role, 'limits') && limit > 0 && limit < maxCallsPerMinute))
    return null
  return (
    <TextLink href={`${applicationPath(id, 'traffic')}#limit`}>
      {open ? t('waiting', { count: open.callsPerMinute }) : t('request')}
    </TextLink>
  )
}
