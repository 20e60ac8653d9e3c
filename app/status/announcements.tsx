import { getLocale, getTranslations } from 'next-intl/server'
import { AnnouncementPeriod, KindBadge } from '@/components/announcements'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import type { Announcement } from '@/generated/prisma/client'
import { localised } from '@/i18n/locale'
import { now } from '@/lib/clock'

/** Current, scheduled and past announcements, each apart, and where to subscribe to them. */
export async function Announcements({ announcements }: { announcements: Announcement[] }) {
  const t = await getTranslations('announcements')
  const phases = ['current', 'scheduled', 'past'] as const
  return (
    <Section
      title={t('title')}
      id="announcements"
      act={
        <p className="flex gap-4 text-sm">
          <TextLink href="/announcements.atom">Atom</TextLink>
          <TextLink href="/announcements.json">JSON</TextLink>
        </p>
      }
    >
      {announcements.length === 0 && <p className="text-muted">{t('none')}</p>}
      <div className="grid gap-6">
        {phases.map((phase) => (
          <Phase
            key={phase}
            title={t(`phases.${phase}`)}
            announcements={announcements.filter((each) => phaseOf(each) === phase)}
          />
        ))}
      </div>
    </Section>
  )
}

export function phaseOf({ startsAt, endsAt }: Announcement): 'scheduled' | 'current' | 'past' {
  if (startsAt > now()) return 'scheduled'
  return endsAt && endsAt <= now() ? 'past' : 'current'
}

async function Phase({ title, announcements }: { title: string; announcements: Announcement[] }) {
  const locale = await getLocale()
  if (announcements.length === 0) return null
  return (
    <section className="grid gap-2">
      <h3 className="text-base">{title}</h3>
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
    </section>
  )
}
