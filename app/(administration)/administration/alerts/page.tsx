import { BellOff } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { pageMetadata } from '@/app/_request/page-metadata'
import { queryReader, queryText } from '@/app/_request/query'
import { requireAdministrator } from '@/app/_request/session'
import { Person } from '@/components/person'
import { type Query, withQuery } from '@/components/query'
import { PressForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { EmptyState } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { StateLine } from '@/components/ui/state-line'
import { type Column, Table } from '@/components/ui/table'
import { RowLink } from '@/components/ui/text-link'
import { Peaks } from '@/components/usage/peaks'
import { hourMs } from '@/lib/clock'
import { findPeople } from '@/lib/developers/directory'
import { countOpenAlerts, listAlerts, measureAlert } from '@/lib/usage/alert'
import { AdministrationPageLayout } from '../page-layout'
import { Pages } from '../pages'
import { resolveOpenAlert } from './actions'

type Props = { searchParams: Promise<Query> }
type Alert = Awaited<ReturnType<typeof listAlerts>>['rows'][number]

const path = '/administration/alerts'
const pageSize = 25
const readPlace = queryReader({ before: queryText() })

export const generateMetadata = pageMetadata('administration.alerts')

export default async function AlertsPage({ searchParams }: Props) {
  await requireAdministrator()
  const query = await searchParams
  const { before } = readPlace(query)
  const [open, handled, count] = await Promise.all([
    listAlerts({ open: true }, undefined, pageSize),
    listAlerts({ open: false }, before, pageSize),
    countOpenAlerts(),
  ])
  const t = await getTranslations('administration.alerts')
  return (
    <AdministrationPageLayout current="alerts" title={t('title')} query={query}>
      <StateLine tone={count > 0 ? 'warning' : 'success'} title={t('state', { count })} />
      {count > 0 && (
        <ul className="mt-4 border-line border-t">
          {open.rows.map((alert) => (
            <OpenAlert key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
      {handled.rows.length > 0 && (
        <Section title={t('handled')} className="mt-8">
          <Handled rows={handled.rows} />
        </Section>
      )}
      {count + handled.rows.length === 0 && (
        <EmptyState icon={<BellOff />} title={t('none')}>
          {t('noneBody')}
        </EmptyState>
      )}
      <Pages
        newest={before !== undefined && path}
        older={handled.older && withQuery(path, { before: handled.rows.at(-1)?.id })}
      />
    </AdministrationPageLayout>
  )
}

/** What happened, how much of it, and what to do. */
async function OpenAlert({ alert }: { alert: Alert }) {
  const t = await getTranslations('administration.alerts')
  const { id, application, createdAt } = alert
  const kind = kindOf(alert)
  return (
    <li className="grid gap-x-10 gap-y-4 border-line border-b py-5 lg:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="grid min-w-0 content-start justify-items-start gap-1.5">
        <h3 className="text-subject">
          {application?.name ?? t('unknown')}
          <span className="ml-2 font-normal text-muted text-xs">
            <DateTime at={createdAt} as="relative" />
          </span>
        </h3>
        <p className="text-sm">
          {t(`kinds.${kind}`)}. <Detail alert={alert} />
        </p>
        <p className="max-w-prose text-muted text-sm">{t(`advice.${kind}`)}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          {application && (
            <ButtonLink href={`/administration/applications/${application.id}`} size="small">
              {t('look')}
            </ButtonLink>
          )}
          <PressForm action={resolveOpenAlert.bind(null, id)} button={t('resolve')} size="small" />
        </div>
      </div>
      <Minutes alert={alert} />
    </li>
  )
}

/** An hour around an alert by the minute, against the limit that was passed. */
async function Minutes({ alert }: { alert: Alert }) {
  const t = await getTranslations('administration.alerts')
  const { limit } = readDetail(alert) ?? {}
  const from = new Date(alert.createdAt.getTime() - (alert.createdAt.getTime() % 60_000) - hourMs / 4)
  const minutes = limit === undefined ? [] : await measureAlert(alert.applicationId, from)
  if (limit === undefined || minutes.length === 0) return null
  const total = (name: 'unknown' | 'refused') => minutes.reduce((sum, each) => sum + each[name], 0)
  return (
    <figure className="min-w-0 text-xs">
      <figcaption className="mb-1.5 flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{t('unknownNumbers', { count: total('unknown') })}</span>
        <span className="text-muted">{t('refused', { count: total('refused'), limit })}</span>
      </figcaption>
      <Peaks peaks={minutes.map(({ unknown, refused }) => unknown + refused)} limit={limit} />
      <div className="flex justify-between border-line border-t pt-1 text-muted">
        <DateTime at={from} as="time" />
        <DateTime at={new Date(from.getTime() + hourMs)} as="time" />
      </div>
    </figure>
  )
}

async function Handled({ rows }: { rows: Alert[] }) {
  const t = await getTranslations('administration.alerts')
  const handlers = await findPeople(rows.map(({ resolvedById }) => resolvedById))
  const columns: Column<Alert>[] = [
    {
      label: t('application'),
      cell: ({ application }) =>
        application ? (
          <RowLink href={`/administration/applications/${application.id}`}>{application.name}</RowLink>
        ) : (
          t('unknown')
        ),
    },
    {
      label: t('what'),
      plain: true,
      cell: (alert) => (
        <>
          {t(`kinds.${kindOf(alert)}`)}.{' '}
          <span className="text-muted">
            <Detail alert={alert} />
          </span>
        </>
      ),
    },
    { label: t('when'), plain: true, cell: ({ createdAt }) => <DateTime at={createdAt} /> },
    {
      label: t('by'),
      cell: ({ resolvedById }) => {
        const handler = handlers.get(resolvedById ?? '')
        return handler ? <Person person={handler} brief /> : '–'
      },
    },
  ]
  return <Table caption={t('handled')} columns={columns} rows={rows} rowKey={({ id }) => id} />
}

const enumeration = z.object({ limit: z.number(), address: z.string() })

function kindOf({ kind }: Alert) {
  return kind === 'account_enumeration' ? kind : 'other'
}

function readDetail(alert: Alert) {
  return kindOf(alert) === 'other' ? undefined : enumeration.safeParse(alert.detail).data
}

/** In words, where it is known; as it was recorded, if not. */
async function Detail({ alert }: { alert: Alert }) {
  const known = readDetail(alert)
  if (!known) return <code className="text-xs [overflow-wrap:anywhere]">{JSON.stringify(alert.detail)}</code>
  const t = await getTranslations('administration.alerts.details')
  const address = () => <code className="text-xs">{known.address}</code>
  return <>{t.rich('account_enumeration', { limit: known.limit, address })}</>
}
