import { getLocale, getTranslations } from 'next-intl/server'
import { AnnouncementPeriod, KindBadge } from '@/components/announcements'
import { Card } from '@/components/ui/card'
import { TextLink } from '@/components/ui/text-link'
import { localised } from '@/i18n/locale'
import { listPublishedAnnouncements } from '@/lib/announcements/queries'

/** Planned, current and past announcements, and where to subscribe to them. */
export async function Announcements() {
  const announcements = await listPublishedAnnouncements()
  const [t, locale] = [await getTranslations('announcements'), await getLocale()]
  return (
    <Card
      title={t('title')}
      id="announcements"
      aside={
        <p className="flex gap-4 text-sm">
          <TextLink href="/announcements.atom">Atom</TextLink>
          <TextLink href="/announcements.json">JSON</TextLink>
        </p>
      }
    >
      {announcements.length === 0 ? (
        <p className="text-muted">{t('none')}</p>
      ) : (
        <ul className="grid divide-y divide-line">
          {announcements.map((each) => (
            <li key={each.id} className="grid justify-items-start gap-1.5 py-3 first:pt-0 last:pb-0">
              <KindBadge kind={each.kind} />
              <TextLink href={`/announcements/${each.id}`} className="[overflow-wrap:anywhere]">
                {localised(each, 'title', locale)}
              </TextLink>
              <p className="text-muted text-sm">
                <AnnouncementPeriod announcement={each} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
