import { getTranslations } from 'next-intl/server'
import { requireAdministrator } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { Card } from '@/components/ui/card'
import { FormEnd } from '@/components/ui/form-end'
import { HiddenField } from '@/components/ui/form-state'
import { Moment } from '@/components/ui/moment'
import { type Column, Table } from '@/components/ui/table'
import { TextInput } from '@/components/ui/text-input'
import { TextLink } from '@/components/ui/text-link'
import { Textarea } from '@/components/ui/textarea'
import { now } from '@/lib/clock'
import { newId } from '@/lib/ids'
import { findTerms, listTerms, type TermsEntry } from '@/lib/terms/queries'
import { Frame } from '../frame'
import { publish } from './actions'
import { Unaccepting } from './unaccepting'

type Props = { searchParams: Promise<Query> }

export const generateMetadata = titled('administration.terms')

export default async function TermsAdministrationPage({ searchParams }: Props) {
  await requireAdministrator()
  const t = await getTranslations('administration.terms')
  const query = await searchParams
  const versions = await listTerms()
  const today = new Date(now().toISOString().slice(0, 10))
  const current = versions.find(({ effectiveFrom }) => effectiveFrom <= today)
  return (
    <Frame current="terms" title={t('title')} lead={t('lead')} query={query}>
      <div className="grid gap-6">
        {versions.length > 0 && (
          <Card title={t('versions')}>
            <Versions versions={versions} current={current?.version} />
          </Card>
        )}
        {current && <Unaccepting version={current.version} after={query.after} />}
        <Card title={t('publishTitle')}>
          <PublishForm newest={versions[0]?.version} today={today} />
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
        <>
          <TextLink href={`/terms/${version}`}>{t('versionNamed', { version })}</TextLink>
          {version === current && ` · ${t('inForce')}`}
        </>
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

/** Starts from the newest version, as most changes are small. */
async function PublishForm({ newest, today }: { newest: number | undefined; today: Date }) {
  const t = await getTranslations('administration.terms')
  const latest = newest === undefined ? null : await findTerms(newest)
  const day = today.toISOString().slice(0, 10)
  return (
    <ActionForm action={publish} className="max-w-prose">
      <HiddenField name="requestKey" value={newId()} />
      <Textarea
        name="textEn"
        label={t('textEn')}
        hint={t('textHint')}
        lang="en"
        rows={12}
        defaultValue={latest?.textEn}
        required
      />
      <Textarea
        name="textFr"
        label={t('textFr')}
        hint={t('textHint')}
        lang="fr"
        rows={12}
        defaultValue={latest?.textFr}
        required
      />
      <TextInput
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
