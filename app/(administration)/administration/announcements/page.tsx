import { Megaphone } from 'lucide-react'
import { getFormatter, getTimeZone, getTranslations } from 'next-intl/server'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { pageMetadata } from '@/app/_request/page-metadata'
import { requireAdministrator } from '@/app/_request/session'
import { AnnouncementPeriod, KindBadge } from '@/components/announcements'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { Button } from '@/components/ui/button'
import { formatDateTime } from '@/components/ui/date-time'
import { FormEnd } from '@/components/ui/form-end'
import { EmptyState } from '@/components/ui/notice'
import { Card, Section } from '@/components/ui/section'
import { SettingRow } from '@/components/ui/setting-row'
import { SubmitButton } from '@/components/ui/submit-button'
import { type Column, Table } from '@/components/ui/table'
import { RowLink } from '@/components/ui/text-link'
import { getLocale } from '@/i18n/current-locale'
import { countRecipients } from '@/lib/announcements/announcement'
import { announcementLink, listAllAnnouncements, phaseOf } from '@/lib/announcements/queries'
import type { AnnouncementInput } from '@/lib/announcements/schema'
import { now } from '@/lib/clock'
import { type Locale, locales, nameOf } from '@/lib/languages'
import { publishPreview } from '@/lib/request-context'
import { localised } from '@/lib/translations'
import { AdministrationPageLayout } from '../page-layout'
import { PublishPreview } from '../previewed'
import { publishDraft, withdrawPublished } from './actions'
import { AudienceField, EndFields, KindFields, TextFields } from './fields'

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
      <SettingRow
        heading="h2"
        name={t('new')}
        act={t('write')}
        action={publishDraft}
        wide
        open={all.length === 0}
      >
        <PublishPreview preview={draft && <Preview draft={draft} />} {...(await writeHow(draft))}>
          <div className="grid max-w-180 gap-6">
            <KindFields />
            <TextFields />
            <EndFields from={now()} />
            <AudienceField />
            <FormEnd>{t('publish')}</FormEnd>
          </div>
        </PublishPreview>
      </SettingRow>
      {!draft && (
        <Section title={t('published')} className="mt-8">
          <Published all={all} />
        </Section>
      )}
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
  const locale = await getLocale()
  const columns: Column<Entry>[] = [
    {
      label: t('titleName'),
      cell: (each) => (
        <>
          <RowLink id={`title-${each.id}`} href={`/announcements/${each.id}`}>
            {localised(each, 'title', locale)}
          </RowLink>
          <Kind announcement={each} />
        </>
      ),
    },
    {
      label: t('when'),
      plain: true,
      cell: (each) => <AnnouncementPeriod announcement={each} />,
    },
    { label: t('audience'), plain: true, cell: (each) => <Sent announcement={each} /> },
    { label: t('change'), action: true, cell: (each) => <Acts announcement={each} /> },
  ]
  return <Table caption={t('published')} columns={columns} rows={all} rowKey={({ id }) => id} />
}

type EntryProps = { announcement: Entry }

async function Kind({ announcement }: EntryProps) {
  const t = await getTranslations('announcements')
  const { kind, withdrawnAt } = announcement
  const phase = phaseOf(announcement)
  return (
    <span className="flex flex-wrap items-center gap-x-2 font-normal text-xs">
      <KindBadge kind={kind} isOver={phase !== 'current' || withdrawnAt !== null} />
      <span className="text-muted">{withdrawnAt ? t('withdrawn') : t(`phases.${phase}`, { kind })}</span>
    </span>
  )
}

async function Sent({ announcement: { audience, recipients, _count } }: EntryProps) {
  const t = await getTranslations('announcements')
  const format = await getFormatter()
  const waiting = _count.waiting
  return (
    <>
      {t('sentTo', { audience: t(`audiences.${audience}`), count: recipients })}
      {waiting > 0 && ` ${t('stillToSend', { count: format.number(waiting) })}`}
    </>
  )
}

async function Acts({ announcement: { id, withdrawnAt, changedAt } }: EntryProps) {
  if (withdrawnAt) return null
  const t = await getTranslations('announcements')
  return (
    <span className="flex justify-end gap-1">
      {/* A form, so that it is a button as well. */}
      <form action={`/administration/announcements/${id}`}>
        <Button type="submit" variant="quiet" size="small" aria-describedby={`title-${id}`}>
          {t('edit')}
        </Button>
      </form>
      <ActionForm action={withdrawPublished.bind(null, id)}>
        <ExpectedVersion of={changedAt} />
        <SubmitButton variant="dangerQuiet" size="small" aria-describedby={`title-${id}`}>
          {t('withdraw')}
        </SubmitButton>
      </ActionForm>
    </span>
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
