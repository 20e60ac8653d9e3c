import { Megaphone } from 'lucide-react'
import { getFormatter, getTimeZone, getTranslations } from 'next-intl/server'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { pageMetadata } from '@/app/_request/page-metadata'
import { requireAdministrator } from '@/app/_request/session'
import { AnnouncementPeriod, KindBadge } from '@/components/announcements'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { formatDateTime } from '@/components/ui/date-time'
import { EmptyState } from '@/components/ui/empty-state'
import { FormEnd } from '@/components/ui/form-end'
import { Section } from '@/components/ui/section'
import { SettingRow } from '@/components/ui/setting-row'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextLink } from '@/components/ui/text-link'
import { getLocale } from '@/i18n/current-locale'
import { countRecipients } from '@/lib/announcements/audience'
import { announcementLink, listAllAnnouncements } from '@/lib/announcements/queries'
import type { AnnouncementInput } from '@/lib/announcements/schema'
import { now } from '@/lib/clock'
import { type Locale, locales, nameOf } from '@/lib/languages'
import { publishPreview } from '@/lib/request-context'
import { localised } from '@/lib/translations'
import { AdministrationPageLayout } from '../page-layout'
import { PublishPreview } from '../previewed'
import { publishDraft, withdrawPublished } from './actions'
import { EndFields, KindFields, TextFields } from './fields'

type Entry = Awaited<ReturnType<typeof listAllAnnouncements>>[number]

export const generateMetadata = pageMetadata('announcements')

export default async function AnnouncementsPage({ searchParams }: { searchParams: Promise<Query> }) {
  await requireAdministrator()
  const draft = publishPreview<AnnouncementInput>()
  const t = await getTranslations('announcements')
  const all = await listAllAnnouncements()
  return (
    <AdministrationPageLayout
      current="announcements"
      title={t(draft ? 'preview.title' : 'title')}
      lead={t(draft ? 'preview.lead' : 'lead')}
      query={await searchParams}
    >
      <Section title={t('published')}>
        <SettingRow name={t('new')} note={t('mailedOnce')} action={publishDraft} wide open={all.length === 0}>
          <PublishPreview preview={draft && <Preview draft={draft} />} {...(await writeHow(draft))}>
            <div className="grid gap-6">
              <KindFields />
              <TextFields />
              <EndFields from={now()} />
              <FormEnd>{t('publish')}</FormEnd>
            </div>
          </PublishPreview>
        </SettingRow>
        {!draft && <Published all={all} />}
      </Section>
    </AdministrationPageLayout>
  )
}

/** Whom it reaches, and the buttons that say so. */
async function writeHow(draft: AnnouncementInput | null) {
  const t = await getTranslations('announcements')
  const audience = draft?.audience ?? 'everyone'
  const count = draft ? await countRecipients(audience) : 0
  return {
    how: t('preview.mailed', { audience: t(`audiences.${audience}`), count }),
    texts: {
      back: t('preview.back'),
      publish: t('preview.publish'),
      people: t('preview.people', { count }),
    },
  }
}

async function Published({ all }: { all: Awaited<ReturnType<typeof listAllAnnouncements>> }) {
  const t = await getTranslations('announcements')
  if (all.length === 0)
    return (
      <EmptyState icon={<Megaphone />} title={t('none')}>
        {t('noneBody')}
      </EmptyState>
    )
  return (
    <ul className="grid divide-y divide-line">
      {all.map((each) => (
        <li key={each.id} className="py-4 first:pt-0 last:pb-0">
          <Row announcement={each} />
        </li>
      ))}
    </ul>
  )
}

async function Row({ announcement }: { announcement: Entry }) {
  const { id, kind, audience, recipients, withdrawnAt, _count } = announcement
  const t = await getTranslations('announcements')
  const format = await getFormatter()
  const locale = await getLocale()
  const waiting = _count.waiting
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="grid min-w-0 gap-1.5">
        <div className="flex flex-wrap items-center gap-2">
          <KindBadge kind={kind} />
          {withdrawnAt && <Badge>{t('withdrawn')}</Badge>}
        </div>
        <TextLink id={`title-${id}`} href={`/announcements/${id}`} className="[overflow-wrap:anywhere]">
          {localised(announcement, 'title', locale)}
        </TextLink>
        <p className="text-muted text-sm">
          <AnnouncementPeriod announcement={announcement} />
        </p>
        <p className="text-muted text-sm">
          {t('sentTo', { audience: t(`audiences.${audience}`), count: recipients })}
          {waiting > 0 && ` ${t('stillToSend', { count: format.number(waiting) })}`}
        </p>
      </div>
      {!withdrawnAt && (
        <div className="flex flex-wrap gap-2">
          {/* A form, so that it is a button as well. */}
          <form action={`/administration/announcements/${id}`}>
            <Button type="submit" variant="secondary" size="small" aria-describedby={`title-${id}`}>
              {t('edit')}
            </Button>
          </form>
          <ActionForm action={withdrawPublished.bind(null, id)}>
            <ExpectedVersion of={announcement.changedAt} />
            <SubmitButton variant="secondary" size="small" aria-describedby={`title-${id}`}>
              {t('withdraw')}
            </SubmitButton>
          </ActionForm>
        </div>
      )}
    </div>
  )
}

/** What readers will see of an announcement: banner, e-mail and status page in each language. */
function Preview({ draft }: { draft: AnnouncementInput }) {
  return locales.map((locale) => <Readings key={locale} locale={locale} input={draft} />)
}

async function Readings({ locale, input }: { locale: Locale; input: AnnouncementInput }) {
  const t = await getTranslations('announcements')
  const title = localised(input, 'title', locale)
  const text = localised(input, 'text', locale)
  const reader = { lang: locale === (await getLocale()) ? undefined : locale }
  const theirs = await getTranslations({ locale, namespace: 'announcements' })
  const zone = await getTimeZone()
  const time = formatDateTime(locale, input.from, 'moment', zone, input.to)
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
