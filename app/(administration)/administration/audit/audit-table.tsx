import { useTranslations } from 'next-intl'
import { withQuery } from '@/components/query'
import { Moment } from '@/components/ui/moment'
import { ScrollBox } from '@/components/ui/scroll-box'
import { type Column, Table } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import type { AuditRow } from '@/lib/audit/queries'

type Props = {
  rows: AuditRow[]
  /** Current e-mail addresses by id: the log itself holds none. */
  emails: Map<string, string>
}

const places: Record<string, string> = {
  developer: '/administration/developers/',
  application: '/administration/applications/',
}

/** Rows of the audit log. Server component. */
export function AuditTable({ rows, emails }: Props) {
  const t = useTranslations('administration.audit')
  const columns: Column<AuditRow>[] = [
    { label: t('number'), cell: ({ sequence }) => <span className="tabular-nums">{sequence}</span> },
    { label: t('when'), cell: When },
    { label: t('actor'), cell: (row) => <Actor row={row} emails={emails} /> },
    {
      label: t('action'),
      cell: ({ action }) => <code className="text-xs sm:whitespace-nowrap">{action}</code>,
    },
    { label: t('subject'), cell: (row) => <Subject row={row} emails={emails} /> },
    {
      label: t('detail'),
      cell: ({ detail }) =>
        detail === '{}' ? (
          '–'
        ) : (
          <code className="inline-block text-xs [overflow-wrap:anywhere] sm:min-w-56">{detail}</code>
        ),
    },
  ]
  return (
    <ScrollBox label={t('caption')}>
      <Table caption={t('caption')} columns={columns} rows={rows} rowKey={({ sequence }) => sequence} />
    </ScrollBox>
  )
}

function When({ at }: AuditRow) {
  return (
    <span className="text-xs">
      <Moment at={new Date(at)} as="exact" />
    </span>
  )
}

function Actor({ row: { actorId, actorRole }, emails }: { row: AuditRow } & Pick<Props, 'emails'>) {
  const t = useTranslations('administration.audit.role')
  const role = <span className="text-muted text-xs">{t(actorRole)}</span>
  if (!actorId) return role
  return (
    <span className="grid gap-0.5 text-right [overflow-wrap:anywhere] sm:min-w-36 sm:text-left">
      <TextLink href={withQuery('/administration/audit', { actor: actorId })} prefetch={false}>
        {emails.get(actorId) ?? shorten(actorId)}
      </TextLink>
      {role}
    </span>
  )
}

function Subject({ row: { subjectId, subjectType }, emails }: { row: AuditRow } & Pick<Props, 'emails'>) {
  const label = emails.get(subjectId) ?? shorten(subjectId)
  const place = places[subjectType]
  return (
    <span className="grid gap-0.5 text-right [overflow-wrap:anywhere] sm:min-w-36 sm:text-left">
      <TextLink
        href={place ? place + subjectId : withQuery('/administration/audit', { subject: subjectId })}
        prefetch={false}
        title={subjectId}
      >
        {label}
      </TextLink>
      <code className="text-muted text-xs">{subjectType}</code>
    </span>
  )
}

/** Ids of the same minute differ at their end only. */
function shorten(id: string): string {
  return id.length > 16 ? `…${id.slice(-12)}` : id
}
