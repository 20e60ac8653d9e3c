import { getTranslations } from 'next-intl/server'
import { findPreviewed } from '@/app/_request/preview'
import { requireAdministrator } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { FormEnd } from '@/components/ui/form-end'
import { HiddenField } from '@/components/ui/form-state'
import { Moment } from '@/components/ui/moment'
import { type Column, Table } from '@/components/ui/table'
import { TextInput } from '@/components/ui/text-input'
import { TextLink } from '@/components/ui/text-link'
import { Textarea } from '@/components/ui/textarea'
import { Undo } from '@/components/ui/undo'
import { now } from '@/lib/clock'
import { newId } from '@/lib/ids'
import { findTerms, listTerms, type TermsEntry } from '@/lib/terms/queries'
import { secondsToUndo } from '@/lib/undo'
import { Frame } from '../frame'
import { previewDraft, undoPublished } from './actions'
import { Unaccepting } from './unaccepting'

type Props = { searchParams: Promise<Query> }

export const generateMetadata = titled('administration.terms')

export default async function TermsAdministrationPage({ searchParams }: Props) {
  const administrator = await requireAdministrator()
  const t = await getTranslations('administration.terms')
  const query = await searchParams
  const versions = await listTerms()
  const today = new Date(now().toISOString().slice(0, 10))
  const typed = query.edit ? (await findPreviewed(administrator, '/administration/terms')).fields : {}
  const [pending] = versions.filter(({ publishedAt }) => secondsToUndo(publishedAt) > 0)
  const published = versions.filter((each) => each !== pending)
  const current = published.find(({ effectiveFrom }) => effectiveFrom <= today)
  return (
    <Frame current="terms" title={t('title')} lead={t('lead')} query={query}>
      <div className="grid gap-6">
        {pending && (
          <Undo
            title={t('pending', { version: pending.version })}
            seconds={secondsToUndo(pending.publishedAt)}
            undo={undoPublished.bind(null, pending.requestKey)}
          >
            <p>{t.rich('pendingBody', { at: () => <Moment at={pending.publishedAt} as="time" /> })}</p>
          </Undo>
        )}
        {published.length > 0 && (
          <Card title={t('versions')}>
            <Versions versions={published} current={current?.version} />
          </Card>
        )}
        {current && <Unaccepting version={current.version} after={query.after} />}
        <Card title={t('publishTitle')} id="new" className="scroll-mt-6">
          <PublishForm newest={published[0]?.version} today={today} typed={typed} />
        </Card>
      </div>
    </Frame>
  )
}

async function Versions({ versions, current }: { versions: TermsEntry[]; current: number | undefined }) {
  const t = await getTranslations('administration.terms')
  const columns: Column<TermsEntry>[] = [
    {
      label: t('version'),
      cell: ({ version }) => (
        <span className="flex flex-wrap items-center gap-2">
          <TextLink href={`/terms/${version}`}>{t('versionNamed', { version })}</TextLink>
          {version === current && <Badge tone="success">{t('inForce')}</Badge>}
        </span>
      ),
    },
    { label: t('effectiveFrom'), cell: ({ effectiveFrom }) => <Moment at={effectiveFrom} as="date" /> },
    { label: t('published'), cell: ({ publishedAt }) => <Moment at={publishedAt} /> },
    { label: t('accepted'), cell: ({ accepted }) => String(accepted), numeric: true },
  ]
  return (
    <Table
      caption={t('versions')}
      columns={columns}
      rows={versions}
      rowKey={({ version }) => String(version)}
    />
  )
}

type FormProps = { newest: number | undefined; today: Date; typed: Record<string, string> }

/** Starts from the newest version, as most changes are small. */
async function PublishForm({ newest, today, typed }: FormProps) {
  const t = await getTranslations('administration.terms')
  const latest = newest === undefined ? null : await findTerms(newest)
  const day = today.toISOString().slice(0, 10)
  return (
    <ActionForm
      action={previewDraft}
      initial={typed.requestKey ? { values: typed } : undefined}
      className="max-w-none"
    >
      <HiddenField name="requestKey" value={newId()} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Textarea
          keep
          name="textEn"
          label={t('textEn')}
          hint={t('textHint')}
          lang="en"
          rows={12}
          defaultValue={latest?.textEn}
          required
        />
        <Textarea
          keep
          name="textFr"
          label={t('textFr')}
          hint={t('textHint')}
          lang="fr"
          rows={12}
          defaultValue={latest?.textFr}
          required
        />
      </div>
      <TextInput
        keep
        name="effectiveFrom"
        type="date"
        label={t('effectiveFrom')}
        hint={t('effectiveFromHint')}
        defaultValue={day}
        min={day}
        className="max-w-48"
        required
      />
      <FormEnd>{t('publish')}</FormEnd>
    </ActionForm>
  )
}
