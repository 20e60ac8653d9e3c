import { getTranslations } from 'next-intl/server'
import { DateTime } from '@/components/ui/date-time'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'
import { listDeprecatedUses } from '@/lib/announcements/queries'
import { deprecableEndpoints, recentCallDays } from '@/lib/announcements/schema'

/** The deprecated endpoints that the application still calls, and how often; empty for nearly all. */
export async function DeprecationNotices({ applicationId }: { applicationId: string }) {
  const uses = await describeDeprecations(applicationId)
  if (uses.length === 0) return null
  const t = await getTranslations('announcements')
  return (
    <Notice tone="warning" title={t('inUse')}>
      <ul className="grid gap-2">
        {uses.map(({ key, item }) => (
          <li key={key}>{item}</li>
        ))}
      </ul>
    </Notice>
  )
}

/** A sentence for each, for a list. */
export async function describeDeprecations(applicationId: string) {
  const t = await getTranslations('announcements')
  return (await listDeprecatedUses(applicationId)).map(
    ({ announcement: { id, sunsetOn }, endpoint, calls }) => ({
      key: id,
      item: (
        <>
          <code>{deprecableEndpoints[endpoint]}</code>{' '}
          {t.rich('calledInDays', {
            count: calls,
            days: recentCallDays,
            on: () => sunsetOn && <DateTime at={sunsetOn} as="date" />,
          })}{' '}
          <TextLink href={`/announcements/${id}`}>{t('read')}</TextLink>
        </>
      ),
    }),
  )
}
