import { useTranslations } from 'next-intl'
import { withQuery } from '@/components/query'
import { DefinitionList } from '@/components/ui/definition-list'
import { Moment, useMomentWriter } from '@/components/ui/moment'
import { TextLink } from '@/components/ui/text-link'
import { readDetail } from '@/lib/audit/detail'
import type { AuditRow } from '@/lib/audit/queries'
import type { AuditNames } from '@/lib/lifecycle/audit-names'
import { Sentence } from './sentence'

type Props = { rows: AuditRow[]; names: Map<string, AuditNames> }

/** Entries of the audit log by day, each a sentence with its record behind it. Server component. */
export function AuditList({ rows, names }: Props) {
  const write = useMomentWriter()
  const days = new Map<string, AuditRow[]>()
  for (const row of rows) {
    const day = write(new Date(row.at), 'date')
    days.set(day, [...(days.get(day) ?? []), row])
  }
  return [...days].map(([day, entries]) => (
    <section key={day} aria-label={day} className="mb-4 text-sm">
      <h2 className="flex min-h-10 items-center border-line-strong border-b font-medium text-sm">{day}</h2>
      <ol>
        {entries.map((row) => (
          <Entry key={row.sequence} row={row} names={names.get(row.sequence)} />
        ))}
      </ol>
    </section>
  ))
}

function Entry({ row, names }: { row: AuditRow; names: AuditNames | undefined }) {
  const t = useTranslations('administration.audit')
  return (
    <li className="border-line border-b hover:bg-raised/60">
      <details>
        <summary className="grid min-h-9 cursor-pointer list-none items-center gap-x-4 py-1.5 max-md:gap-y-0.5 md:grid-cols-[6rem_minmax(0,1fr)_7rem_auto] [&::-webkit-details-marker]:hidden">
          <span className="text-muted text-xs">
            <Moment at={new Date(row.at)} as="clock" />
          </span>
          <span className="[overflow-wrap:anywhere]">
            <Sentence row={row} names={names} plain />
          </span>
          <span className="text-muted text-xs max-md:hidden">{t(`role.${row.actorRole}`)}</span>
          <span className="text-muted text-xs underline underline-offset-2">{t('open')}</span>
        </summary>
        <div className="mb-3 grid gap-3 rounded-xl bg-raised p-4">
          <p>
            <Sentence row={row} names={names} />
          </p>
          <DefinitionList items={recordOf(row, t)} />
        </div>
      </details>
    </li>
  )
}

/** The entry as it is stored, with the addresses that are not erased. */
function recordOf(row: AuditRow, t: ReturnType<typeof useTranslations<'administration.audit'>>) {
  const detail = Object.entries(readDetail(row, t('erased')))
  const code = (text: string) => <code className="text-xs">{text}</code>
  const search = (field: 'actor' | 'action' | 'subject', value: string) => (
    <TextLink href={withQuery('/administration/audit', { [field]: value })}>{code(value)}</TextLink>
  )
  return [
    { term: t('number'), value: <span className="tabular-nums">{row.sequence}</span> },
    { term: t('action'), value: search('action', row.action) },
    { term: t('actor'), value: search('actor', row.actorId ?? row.actorRole) },
    {
      term: t('subject'),
      value: (
        <>
          {code(row.subjectType)} {search('subject', row.subjectId)}
        </>
      ),
    },
    ...detail.map(([name, value]) => ({
      term: name,
      value: code(typeof value === 'string' ? value : JSON.stringify(value)),
    })),
    { term: t('hash'), value: code(row.hash) },
  ]
}
