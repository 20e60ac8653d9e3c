import { getTimeZone, getTranslations } from 'next-intl/server'
import { KindBadge } from '@/components/announcements'
import { Card } from '@/components/ui/card'
import { writeMoment } from '@/components/ui/moment'
import { getLocale } from '@/i18n/current-locale'
import { announcementLink } from '@/lib/announcements/queries'
import type { AnnouncementInput } from '@/lib/announcements/schema'
import { type Locale, locales, nameOf } from '@/lib/languages'
import { localised } from '@/lib/translations'

/** What readers will see of an announcement: banner, e-mail and status page in each language. */
export function Preview({ draft }: { draft: AnnouncementInput }) {
  return locales.map((locale) => <Readings key={locale} locale={locale} input={draft} />)
}

async function Readings({ locale, input }: { locale: Locale; input: AnnouncementInput }) {
  const t = await getTranslations('announcements')
  const title = localised(input, 'title', locale)
  const text = localised(input, 'text', locale)
  const reader = { lang: locale === (await getLocale()) ? undefined : locale }
  const theirs = await getTranslations({ locale, namespace: 'announcements' })
  const zone = await getTimeZone()
  const time = writeMoment(locale, input.from, 'moment', zone, input.to)
  const period = input.to ? time : theirs.rich('since', { from: () => time })
  const badge = <KindBadge kind={input.kind} name={theirs(`kinds.${input.kind}`)} />
  return (
    <section className="grid min-w-0 gap-4 [overflow-wrap:anywhere]">
      <h2 className="text-lg">{nameOf(locale)}</h2>
      <Card level={3} title={t('preview.banner')}>
        <p
          {...reader}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-raised p-3 text-sm"
        >
          {badge}
          <span className="font-medium underline underline-offset-4">{title}</span>
        </p>
      </Card>
      <Card level={3} title={t('preview.email')}>
        <div {...reader} className="grid gap-3 text-sm">
          <p className="font-semibold">{title}</p>
          <p className="whitespace-pre-line">{text}</p>
          <p className="text-muted">{period}</p>
          <p className="text-accent underline">{announcementLink('…')}</p>
        </div>
      </Card>
      <Card level={3} title={t('preview.status')}>
        <div {...reader} className="grid gap-1 text-sm">
          <p className="flex flex-wrap items-center gap-2">
            {badge}
            <span className="font-medium">{title}</span>
          </p>
          <p className="text-muted">{period}</p>
        </div>
      </Card>
    </section>
  )
}
