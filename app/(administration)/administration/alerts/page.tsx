import { BellOff } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { pageMetadata } from '@/app/_request/page-metadata'
import { queryChoice, queryReader, queryText } from '@/app/_request/query'
import { requireAdministrator } from '@/app/_request/session'
import { Person } from '@/components/person'
import { type Query, withQuery } from '@/components/query'
import { PressForm } from '@/components/ui/action-form'
import { DateTime } from '@/components/ui/date-time'
import { EmptyState } from '@/components/ui/notice'
import { Segments } from '@/components/ui/segments'
import { StateLine } from '@/components/ui/state-line'
import { type Column, Table } from '@/components/ui/table'
import { RowLink } from '@/components/ui/text-link'
import { findPeople } from '@/lib/developers/directory'
import { countOpenAlerts, listAlerts } from '@/lib/usage/alert'
import { AdministrationPageLayout } from '../page-layout'
import { Pages } from '../pages'
import { resolveOpenAlert } from './actions'

type Props = { searchParams: Promise<Query> }
type Alert = Awaited<ReturnType<typeof listAlerts>>['rows'][number]

const path = '/administration/alerts'
const pageSize = 25
const views = ['open', 'handled'] as const
const readView = queryReader({ view: queryChoice(views), before: queryText() })

export const generateMetadata = pageMetadata('administration.alerts')

export default async function AlertsPage({ searchParams }: Props) {
  await requireAdministrator()
  const query = await searchParams
  const { view = 'open', before } = readView(query)
  const { rows, older } = await listAlerts({ open: view === 'open' }, before, pageSize)
  const count = await countOpenAlerts()
  const t = await getTranslations('administration.alerts')
  return (
    <AdministrationPageLayout current="alerts" title={t('title')} query={query}>
      <StateLine tone={count > 0 ? 'warning' : 'success'} title={t('state', { count })}>
        {count > 0 && t('lead')}
      </StateLine>
      <div className="mt-4 mb-4">
        <Segments
          label={t('title')}
          options={views.map((each) => ({
            href: withQuery(path, { view: each }),
            label: t(each),
            current: each === view,
          }))}
        />
      </div>
      {rows.length === 0 ? (
        <EmptyState icon={<BellOff />} title={t('none')}>
          {t(view === 'open' ? 'noneOpen' : 'noneHandled')}
        </EmptyState>
      ) : (
        <AlertTable rows={rows} open={view === 'open'} />
      )}
      <Pages
        newest={before !== undefined && withQuery(path, { view })}
        older={older && withQuery(path, { view, before: rows.at(-1)?.id })}
      />
    </AdministrationPageLayout>
  )
}

async function AlertTable({ rows, open }: { rows: Alert[]; open: boolean }) {
  const t = await getTranslations('administration.alerts')
  const handlers = await findPeople(rows.map(({ resolvedById }) => resolvedById))
  const columns: Column<Alert>[] = [
    {
      label: t('what'),
      cell: (alert) => (
        <span className="grid gap-0.5 py-1">
          {t(`kinds.${alert.kind === 'account_enumeration' ? alert.kind : 'other'}`)}
          <span className="font-normal text-muted text-xs">
            <Detail alert={alert} />
          </span>
        </span>
      ),
    },
    {
      label: t('application'),
      cell: ({ application }) =>
        application ? (
          <RowLink href={`/administration/applications/${application.id}`}>{application.name}</RowLink>
        ) : (
          t('unknown')
        ),
    },
    { label: t('when'), cell: ({ createdAt }) => <DateTime at={createdAt} /> },
    {
      label: t('todo'),
      cell: ({ kind }) => (
        <span className="block max-w-prose text-muted">
          {t(`advice.${kind === 'account_enumeration' ? kind : 'other'}`)}
        </span>
      ),
    },
    open
      ? {
          label: t('action'),
          action: true,
          cell: ({ id }) => (
            <PressForm action={resolveOpenAlert.bind(null, id)} button={t('resolve')} size="small" />
          ),
        }
      : {
          label: t('by'),
          cell: ({ resolvedById }) => {
            const handler = handlers.get(resolvedById ?? '')
            return handler ? <Person person={handler} brief /> : '–'
          },
        },
  ]
  return <Table caption={t('caption')} columns={columns} rows={rows} rowKey={({ id }) => id} />
}

const enumeration = z.object({ limit: z.number(), address: z.string() })

/** In words, where it is known; as it was recorded, if not. */
async function Detail({ alert: { kind, detail } }: { alert: Alert }) {
  const known = enumeration.safeParse(detail)
  if (kind !== 'account_enumeration' || !known.success)
    return <code className="text-xs [overflow-wrap:anywhere]">{JSON.stringify(detail)}</code>
  const t = await getTranslations('administration.alerts.details')
  const address = () => <code className="text-xs">{known.data.address}</code>
  return <>{t.rich(kind, { limit: known.data.limit, address })}</>
}
