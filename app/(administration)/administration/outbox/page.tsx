import { Inbox } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { queryChoice, queryReader, queryText } from '@/app/_request/query'
import { requireAdministrator } from '@/app/_request/session'
import { type Query, withQuery } from '@/components/query'
import { PressForm } from '@/components/ui/action-form'
import { Address } from '@/components/ui/address'
import { Badge } from '@/components/ui/badge'
import { DateTime } from '@/components/ui/date-time'
import { Segments } from '@/components/ui/segments'
import { type Column, Table } from '@/components/ui/table'
import { TextInput } from '@/components/ui/text-input'
import { MailStatus } from '@/generated/prisma/enums'
import { canSendAgain, countOutbox, listOutbox, type OutboxEntry } from '@/lib/outbox/outbox'
import { ListPage } from '../list-page'
import { sendMailAgain } from './actions'

type Props = { searchParams: Promise<Query> }

const pageSize = 25
const statuses = Object.values(MailStatus)
const readFilter = queryReader({ status: queryChoice(statuses), to: queryText(254), subject: queryText(200) })
const readPlace = queryReader({ before: queryText() })
/** Of what needs attention: a sent mail is the rule, and has none. */
const tones = { queued: 'info', failed: 'danger' } as const

export const generateMetadata = pageMetadata('administration.outbox')

export default async function OutboxPage({ searchParams }: Props) {
  await requireAdministrator()
  const query = await searchParams
  const filter = readFilter(query)
  const { before } = readPlace(query)
  const [{ rows, older }, counts] = await Promise.all([listOutbox(filter, before, pageSize), countOutbox()])
  const t = await getTranslations('administration.outbox')
  const views = ([undefined, ...statuses] as const).map((status) => ({
    href: withQuery('/administration/outbox', { ...filter, status }),
    label: status ? `${t(`statuses.${status}`)}: ${counts[status]}` : t('any'),
    current: status === filter.status,
  }))
  return (
    <ListPage
      area="outbox"
      badges={<Segments label={t('status')} options={views} />}
      {...{ query, filter }}
      fields={<Fields filter={filter} />}
      icon={Inbox}
      isEmpty={rows.length === 0}
      newest={before !== undefined}
      older={older && { before: rows.at(-1)?.id }}
    >
      <MailTable rows={rows} />
    </ListPage>
  )
}

async function Fields({ filter }: { filter: { status?: string; to?: string; subject?: string } }) {
  const t = await getTranslations('administration')
  const field = (name: 'to' | 'subject') => ({
    name,
    label: t(`outbox.${name}`),
    defaultValue: filter[name],
  })
  return (
    <>
      {filter.status && <input type="hidden" name="status" value={filter.status} />}
      <TextInput {...field('to')} type="search" placeholder={t('outbox.toHint')} maxLength={254} />
      <TextInput {...field('subject')} type="search" placeholder={t('outbox.subject')} maxLength={200} />
    </>
  )
}

async function MailTable({ rows }: { rows: OutboxEntry[] }) {
  const t = await getTranslations('administration.outbox')
  const columns: Column<OutboxEntry>[] = [
    {
      label: t('subject'),
      cell: ({ subject, template, status, toAddress }) => (
        <span className="grid gap-0.5">
          {!subject && status === 'queued' && <em>{t('noSubject')}</em>}
          {subject ?? <code className="text-xs">{template}</code>}
          <span className="break-words font-normal text-muted">
            <Address>{toAddress}</Address>
          </span>
        </span>
      ),
    },
    {
      label: t('status'),
      plain: true,
      breaks: true,
      cell: ({ status, attempts, lastError }) => (
        <span className="grid justify-items-start gap-1">
          {status === 'sent' ? (
            <span className="text-muted">{t(`statuses.${status}`)}</span>
          ) : (
            <Badge tone={tones[status]}>{t(`statuses.${status}`)}</Badge>
          )}
          {attempts > 1 && t('attempts', { count: attempts })}
          {lastError}
        </span>
      ),
    },
    { label: t('written'), cell: ({ createdAt }) => <DateTime at={createdAt} /> },
    {
      label: t('action'),
      action: true,
      cell: (mail) =>
        canSendAgain(mail) && (
          <PressForm
            action={sendMailAgain.bind(null, mail.id)}
            button={t('again')}
            name={t('againNamed', { email: mail.toAddress })}
            size="small"
          />
        ),
    },
  ]
  return <Table caption={t('caption')} columns={columns} rows={rows} rowKey={({ id }) => id} />
}
