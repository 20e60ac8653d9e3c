import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { ReauthenticationFields } from '@/app/_request/reauthentication-fields'
import { RouteFields, RouteNotice } from '@/app/_request/route-form'
import { type CurrentDeveloper, isRecentlyAuthenticated, requireAdministrator } from '@/app/_request/session'
import { formatBytes } from '@/components/format'
import { Person } from '@/components/person'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { Badge } from '@/components/ui/badge'
import { Checkbox } from '@/components/ui/checkbox'
import { DateTime } from '@/components/ui/date-time'
import { ErrorSummary } from '@/components/ui/error-summary'
import { FieldColumns } from '@/components/ui/field'
import { FileInput } from '@/components/ui/file-input'
import { FormEnd } from '@/components/ui/form-end'
import { FormProvider } from '@/components/ui/form-provider'
import { Refresh } from '@/components/ui/refresh'
import { RouteForm } from '@/components/ui/route-form'
import { Section } from '@/components/ui/section'
import { Select } from '@/components/ui/select'
import { SettingRow } from '@/components/ui/setting-row'
import { SubmitButton } from '@/components/ui/submit-button'
import { type Column, Table } from '@/components/ui/table'
import { TextInput } from '@/components/ui/text-input'
import { getLocale } from '@/i18n/current-locale'
import { findPeople } from '@/lib/developers/directory'
import { readOverview } from '@/lib/feed/administration'
import { uploadRoutes } from '@/lib/uploads'
import { type ImportEntry, listImports } from '@/lib/wallet/queries'
import { AdministrationPageLayout } from '../page-layout'
import { lookUpNumber } from './actions'
import { FeedSection, RefusedChanges, Senders } from './feed'
import { FoundAccounts } from './found-accounts'
import { readProblems, submittedFields, type UploadProblem } from './submitted-fields'

type Props = { searchParams: Promise<Query> }

const shown = 20
const refreshSeconds = 3
const liveSeconds = 5
const refusedShown = 20

export const generateMetadata = pageMetadata('accountFiles')

export default async function AccountsPage({ searchParams }: Props) {
  const administrator = await requireAdministrator()
  const query = await searchParams
  const [imports, feed] = await Promise.all([listImports(shown), readOverview(refusedShown)])
  const t = await getTranslations('accountFiles')
  const inProgress = imports.some(({ state }) => state === 'waiting' || state === 'running')
  const isLive = feed.senders.length > 0 && query.live !== 'off'
  return (
    <AdministrationPageLayout current="accounts" title={t('title')} query={query}>
      {(inProgress || isLive) && <Refresh seconds={inProgress ? refreshSeconds : liveSeconds} />}
      <div className="grid gap-8">
        <FeedSection {...feed} isLive={isLive} />
        <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_19rem] xl:grid-rows-[auto_1fr]">
          {feed.senders.length > 0 && (
            <div className="grid min-w-0 gap-8">
              <Senders senders={feed.senders} />
              <RefusedChanges {...feed} />
            </div>
          )}
          <aside className="xl:col-start-2 xl:row-span-2 xl:row-start-1">
            <Section title={t('search')}>
              <Search />
            </Section>
          </aside>
          <div className="grid min-w-0 content-start gap-8 xl:col-start-1">
            <Section title={t('imports')}>
              <UploadForm query={query} administrator={administrator} />
              <Imports imports={imports} />
            </Section>
          </div>
        </div>
      </div>
    </AdministrationPageLayout>
  )
}

async function Search() {
  const t = await getTranslations('accountFiles')
  return (
    <FormProvider action={lookUpNumber}>
      <ActionForm className="grid max-w-xl gap-4">
        <TextInput
          name="msisdn"
          label="msisdn"
          hint={t('searchHint')}
          inputMode="tel"
          autoComplete="off"
          maxLength={40}
          mono
          required
        />
        <FormEnd>{t('searchButton')}</FormEnd>
      </ActionForm>
      <FoundAccounts />
    </FormProvider>
  )
}

type UploadFormProps = { query: Query; administrator: CurrentDeveloper }

/** A form that the route streams: a file of accounts is larger than an action may be. */
async function UploadForm({ query, administrator }: UploadFormProps) {
  const t = await getTranslations('accountFiles')
  const common = await getTranslations('common.field')
  const known = (code: string): code is UploadProblem => t.has(`errors.${code as UploadProblem}`)
  const { path, maxBytes } = uploadRoutes.accounts
  const limit = formatBytes(maxBytes, await getLocale())
  const errors = Object.fromEntries(
    Object.entries(readProblems(query, known)).map(([field, code]) => [
      field,
      t(`errors.${code}`, { limit }),
    ]),
  )
  const typed = submittedFields(query)
  return (
    <SettingRow name={t('upload')} ownForm open={Boolean(query.problem ?? query.refused)}>
      <RouteNotice query={query} className="mb-5" />
      <RouteForm action={path} className="grid max-w-xl gap-5">
        <RouteFields />
        <ErrorSummary title={common('errorSummary')} errors={errors} />
        <FileInput
          name="file"
          label={t('file')}
          hint={t('fileHint', { limit })}
          accept=".csv,text/csv"
          error={errors.file}
        />
        <FieldColumns>
          <Select
            keep
            name="environment"
            label={t('environment')}
            error={errors.environment}
            defaultValue={typed.environment}
            options={(['production', 'sandbox'] as const).map((value) => ({
              value,
              label: t(`found.${value}`),
            }))}
          />
          <TextInput
            keep
            name="asOf"
            label={t('asOf')}
            note={t('asOfHint')}
            placeholder="2026-11-22T01:00:00Z"
            error={errors.asOf}
            defaultValue={typed.asOf}
            autoComplete="off"
            mono
          />
        </FieldColumns>
        <Checkbox
          keep
          name="skipBad"
          label={t('skipBad')}
          error={errors.skipBad}
          defaultChecked={typed.skipBad === 'on'}
        />
        <Checkbox
          keep
          name="complete"
          label={t('complete')}
          hint={t('completeHint')}
          error={errors.complete}
          defaultChecked={typed.complete === 'on'}
        />
        <div className="hidden group-has-[[name=complete]:checked,[name=allowRemovals][aria-invalid]]:block">
          <TextInput
            keep
            name="allowRemovals"
            label={t('allowRemovals')}
            hint={t('allowRemovalsHint')}
            error={errors.allowRemovals}
            defaultValue={typed.allowRemovals}
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
        {!isRecentlyAuthenticated(administrator) && (
          <ReauthenticationFields developer={administrator} error={errors.password} />
        )}
        <div>
          <SubmitButton>{t('uploadButton')}</SubmitButton>
        </div>
      </RouteForm>
    </SettingRow>
  )
}

const tones = {
  waiting: 'info',
  running: 'info',
  done: 'success',
  refused: 'danger',
  failed: 'danger',
} as const

/** The last files, streams and uploads, with what became of them. */
async function Imports({ imports }: { imports: ImportEntry[] }) {
  const t = await getTranslations('accountFiles')
  if (imports.length === 0) return <p className="text-muted text-sm">{t('noImports')}</p>
  const people = await findPeople(imports.map(({ requestedById }) => requestedById))
  const columns: Column<ImportEntry>[] = [
    {
      label: t('column.source'),
      cell: ({ id, source, environment }) => (
        <>
          {id} · {t(`sources.${source as 'file' | 'stream' | 'upload' | 'feed'}`)}
          <span className="block text-muted">{t(`found.${environment}`)}</span>
        </>
      ),
    },
    {
      label: t('column.who'),
      plain: true,
      cell: ({ requestedById, operator, createdAt }) => {
        const person = people.get(requestedById ?? '')
        return (
          <>
            {person ? <Person person={person} brief /> : operator}
            <span className="block text-muted">
              <DateTime at={createdAt} />
            </span>
          </>
        )
      },
    },
    { label: t('column.newest'), cell: ({ asOf }) => (asOf ? <DateTime at={asOf} /> : '–') },
    {
      label: t('column.outcome'),
      plain: true,
      cell: (entry) => (
        <div className="grid min-w-48 justify-items-start gap-2">
          <Badge tone={tones[entry.state]}>{t(`uploadStates.${stateOf(entry)}`)}</Badge>
          <ImportOutcome entry={entry} />
        </div>
      ),
    },
  ]
  return <Table caption={t('imports')} columns={columns} rows={imports} rowKey={({ id }) => String(id)} />
}

/** A stream is done when it has ended. */
function stateOf({ source, state, endedAt }: ImportEntry) {
  return source === 'stream' && !endedAt ? 'streaming' : state
}

/** The progress of an upload, then its report: the same reasons, in the same words, as the command gives. */
function ImportOutcome({ entry: { state, progress, report } }: { entry: ImportEntry }) {
  const t = useTranslations('accountFiles.outcome')
  if (state === 'running' && progress) {
    const { step, done, total, lines } = progress
    const percent = step === 'checking' || total === 0 ? undefined : Math.floor((100 * done) / total)
    return (
      <div className="grid w-full gap-1 text-muted text-xs tabular-nums">
        <progress className="w-full" max={100} value={percent} aria-label={t(`steps.${step}`)} />
        <span>
          {t(`steps.${step}`)} · {t('lines', { count: lines })}
        </span>
      </div>
    )
  }
  if (!report) return null
  const { loaded, tooMany, bad = 0, firstBad = [], error, fault } = report
  const say = ({ code, values }: NonNullable<typeof fault>) => {
    const text = t(`faults.${code}`, values as never)
    return code.startsWith('header_') ? t('header', { fault: text }) : text
  }
  return (
    <div className="grid gap-1 text-xs">
      {loaded && (
        <p>
          {t('loaded', { ...loaded })}
          {loaded.newer > 0 && ` ${t('newer', { count: loaded.newer })}`}
          {loaded.stayRemoved > 0 && ` ${t('stayRemoved', { count: loaded.stayRemoved })}`}
        </p>
      )}
      {tooMany && <p>{t('tooMany', tooMany)}</p>}
      {bad > 0 && <p>{t('bad', { count: bad })}</p>}
      {(error || firstBad.length > 0) && (
        <ul className="grid max-h-60 gap-0.5 overflow-y-auto">
          {error && <li>{fault ? say(fault) : t('lost')}</li>}
          {firstBad.map(({ line, reason, ...bad }) => (
            <li key={line}>
              {t('badLine', { line: String(line), fault: bad.fault ? say(bad.fault) : reason })}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
