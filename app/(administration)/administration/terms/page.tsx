import { getTranslations } from 'next-intl/server'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { pageMetadata } from '@/app/_request/page-metadata'
import { requireAdministrator } from '@/app/_request/session'
import { LanguageFields } from '@/components/language-fields'
import { Markdown } from '@/components/markdown'
import { MarkdownChanges } from '@/components/markdown-changes'
import { Person } from '@/components/person'
import type { Query } from '@/components/query'
import { PressForm } from '@/components/ui/action-form'
import { DateTime } from '@/components/ui/date-time'
import { FormEnd } from '@/components/ui/form-end'
import { Section } from '@/components/ui/section'
import { SettingRow } from '@/components/ui/setting-row'
import { StateLine } from '@/components/ui/state-line'
import { type Column, Table } from '@/components/ui/table'
import { TextInput } from '@/components/ui/text-input'
import { RowLink } from '@/components/ui/text-link'
import { Textarea } from '@/components/ui/textarea'
import { now } from '@/lib/clock'
import { isUuid } from '@/lib/ids'
import { locales, nameOf } from '@/lib/languages'
import { publishPreview } from '@/lib/request-context'
import {
  countAsked,
  findTerms,
  listTerms,
  listUnaccepting,
  type Unaccepting as Row,
  type TermsEntry,
} from '@/lib/terms/queries'
import { reminderDays, remindersAtOnce, type TermsInput, type TermsVersion } from '@/lib/terms/schema'
import { localised, textField } from '@/lib/translations'
import { AdministrationPageLayout } from '../page-layout'
import { Pages } from '../pages'
import { PublishPreview } from '../previewed'
import { publishDraft, remindPeople } from './actions'

type Props = { searchParams: Promise<Query> }

export const generateMetadata = pageMetadata('administration.terms')

export default async function TermsAdministrationPage({ searchParams }: Props) {
  await requireAdministrator()
  const t = await getTranslations('administration.terms')
  const draft = publishPreview<TermsInput>()
  const query = await searchParams
  const versions = await listTerms()
  const today = new Date(now().toISOString().slice(0, 10))
  const current = versions.find(({ effectiveFrom }) => effectiveFrom <= today)
  return (
    <AdministrationPageLayout
      current="terms"
      managed={{ type: 'terms' }}
      title={t(draft ? 'preview.title' : 'title')}
      lead={draft ? t('preview.lead') : !current && t('lead')}
      query={query}
    >
      <div className="grid gap-8">
        {!draft && current && (
          <StateLine tone="success" title={t('state', current)}>
            {t('acceptedOf', { accepted: await countAsked(current.version), asked: await countAsked() })}
          </StateLine>
        )}
        <div>
          {!draft && versions.length > 0 && (
            <div className="border-line border-b">
              <Versions versions={versions} />
            </div>
          )}
          <PublishForm newest={versions[0]?.version} today={today} draft={draft} />
        </div>
        {!draft && current && <Unaccepting version={current.version} after={query.after} />}
      </div>
    </AdministrationPageLayout>
  )
}

async function Versions({ versions }: { versions: TermsEntry[] }) {
  const t = await getTranslations('administration.terms')
  const columns: Column<TermsEntry>[] = [
    {
      label: t('version'),
      cell: ({ version }) => <RowLink href={`/terms/${version}`}>{t('versionNamed', { version })}</RowLink>,
    },
    { label: t('effectiveFrom'), cell: ({ effectiveFrom }) => <DateTime at={effectiveFrom} as="date" /> },
    { label: t('published'), cell: ({ publishedAt }) => <DateTime at={publishedAt} /> },
    { label: t('accepted'), cell: ({ accepted }) => String(accepted), numeric: true },
  ]
  return (
    <Table caption={t('title')} columns={columns} rows={versions} rowKey={({ version }) => String(version)} />
  )
}

type FormProps = { newest: number | undefined; today: Date; draft: TermsInput | null }

/** Starts from the newest version, as most changes are small. */
async function PublishForm({ newest, today, draft }: FormProps) {
  const t = await getTranslations('administration.terms')
  const latest = newest === undefined ? null : await findTerms(newest)
  return (
    <SettingRow
      heading="h2"
      name={t('publishTitle')}
      act={t('write')}
      action={publishDraft}
      wide
      open={newest === undefined}
    >
      <ExpectedVersion of={newest ?? 0} />
      <PublishPreview
        preview={draft && <Preview draft={draft} newest={latest} />}
        {...(await writeHow(draft?.effectiveFrom ?? today))}
      >
        <div className="grid gap-6">
          <LanguageFields>
            {(locale, language) => (
              <Textarea
                keep
                {...textField('text', locale, latest)}
                label={t('textIn', { language })}
                note={t('textHint')}
                rows={16}
                // All of one height, whatever they hold.
                className="field-sizing-fixed! font-mono text-xs!"
              />
            )}
          </LanguageFields>
          <TextInput
            keep
            name="effectiveFrom"
            label={t('effectiveFrom')}
            hint={t('effectiveFromHint')}
            placeholder={t('datePattern')}
            defaultValue={today.toISOString().slice(0, 10)}
            className="max-w-48"
            required
          />
          <FormEnd>{t('publish')}</FormEnd>
        </div>
      </PublishPreview>
    </SettingRow>
  )
}

/** Whom it reaches, and the buttons that say so. */
async function writeHow(from: Date) {
  const t = await getTranslations('administration.terms.preview')
  const count = await countAsked()
  return {
    how: t.rich('asked', { count, day: () => <DateTime at={from} as="date" /> }),
    texts: { back: t('back'), publish: t('publish'), people: t('people', { count }) },
  }
}

type PreviewProps = { draft: TermsInput; newest: TermsVersion | null }

/** Terms as people will read them, with what differs from the newest version, in each language. */
function Preview({ draft, newest }: PreviewProps) {
  return locales.map((locale) => (
    <Section key={locale} title={nameOf(locale)}>
      <div lang={locale}>
        {newest ? (
          <MarkdownChanges
            before={localised(newest, 'text', locale)}
            after={localised(draft, 'text', locale)}
          />
        ) : (
          <Markdown text={localised(draft, 'text', locale)} />
        )}
      </div>
    </Section>
  ))
}

const perPage = 50

/** The people who have not accepted the version in force, with a button that reminds them. */
async function Unaccepting({ version, after }: { version: number; after: unknown }) {
  const t = await getTranslations('administration.terms')
  const from = isUuid(after) ? after : null
  const { rows, more } = await listUnaccepting(version, perPage, from)
  if (rows.length === 0) return <StateLine tone="success" title={t('noneUnaccepting', { version })} />
  const columns: Column<Row>[] = [
    {
      label: t('person'),
      cell: (person) => (
        <Person person={person}>
          {(name) => <RowLink href={`/administration/developers/${person.id}`}>{name}</RowLink>}
        </Person>
      ),
    },
    {
      label: t('reminded'),
      cell: ({ remindedAt }) =>
        remindedAt ? <DateTime at={remindedAt} /> : <span className="text-muted">{t('notReminded')}</span>,
    },
  ]
  return (
    <Section
      title={t('unaccepting', { version })}
      lead={t('remindHint', { days: reminderDays, count: remindersAtOnce })}
      act={<PressForm action={remindPeople} button={t('remind')} size="small" />}
    >
      <Table caption={t('unaccepting', { version })} columns={columns} rows={rows} rowKey={({ id }) => id} />
      <Pages
        newest={from !== null && '/administration/terms'}
        older={more && `/administration/terms?after=${rows.at(-1)?.id}`}
      />
    </Section>
  )
}
