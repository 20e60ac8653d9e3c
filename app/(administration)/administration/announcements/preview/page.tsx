import { redirect } from 'next/navigation'
import { getLocale, getTimeZone, getTranslations } from 'next-intl/server'
import { findPreviewed } from '@/app/_request/preview'
import { requireAdministrator } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import { KindBadge } from '@/components/announcements'
import { Card } from '@/components/ui/card'
import { writeMoment } from '@/components/ui/moment'
import { locales, localised } from '@/i18n/locale'
import { countRecipients } from '@/lib/announcements/audience'
import { announcementLink } from '@/lib/announcements/queries'
import { type AnnouncementInput, announcementSchema } from '@/lib/announcements/schema'
import { now } from '@/lib/clock'
import { Frame } from '../../frame'
import { PublishPreview } from '../../publish-preview'
import { publishPreviewed } from '../actions'

const list = '/administration/announcements'

export const generateMetadata = titled('announcements.preview')

/** What readers will see of the announcement that was typed, and how many people get it as an e-mail. */
export default async function PreviewPage() {
  const administrator = await requireAdministrator()
  const { id, fields } = await findPreviewed(administrator, list)
  const input = announcementSchema(now()).safeParse(fields).data
  if (!input) redirect(list)
  const t = await getTranslations('announcements')
  const people = await countRecipients(input.audience)
  const how = t('preview.mailed', { audience: t(`audiences.${input.audience}`), count: people })
  return (
    <Frame
      current="announcements"
      title={t('preview.title')}
      above={{ href: list, label: t('title') }}
      lead={t('preview.lead')}
    >
      <PublishPreview
        action={publishPreviewed.bind(null, id)}
        form={list}
        how={how}
        texts={{
          back: t('preview.back'),
          publish: t('preview.publish'),
          people: t('preview.people', { count: people }),
        }}
      >
        {locales.map((locale) => (
          <Readings key={locale} locale={locale} input={input} />
        ))}
      </PublishPreview>
    </Frame>
  )
}

/** Banner, e-mail and status page in one language. */
async function Readings({ locale, input }: { locale: 'en' | 'fr'; input: AnnouncementInput }) {
  const t = await getTranslations('announcements')
  const common = await getTranslations('common')
  const title = localised(input, 'title', locale)
  const text = localised(input, 'text', locale)
  const reader = { lang: locale === (await getLocale()) ? undefined : locale }
  const theirs = await getTranslations({ locale, namespace: 'announcements' })
  const zone = await getTimeZone()
  const write = (at: Date) => writeMoment(locale, at, 'moment', zone)
  const [from, to] = [() => write(input.from), () => input.to && write(input.to)]
  const period = theirs.rich(input.to ? 'period' : 'since', { from, to })
  const badge = <KindBadge kind={input.kind} name={theirs(`kinds.${input.kind}`)} />
  return (
    <section className="grid min-w-0 gap-4 [overflow-wrap:anywhere]">
      <h2 className="text-lg">{common(`language.${locale}`)}</h2>
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
          <p className="text-accent underline">{announcementLink(input.id)}</p>
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
