import { useTranslations } from 'next-intl'
import { withQuery } from '@/components/query'
import { DefinitionList } from '@/components/ui/definition-list'
import { Moment } from '@/components/ui/moment'
import { TextLink } from '@/components/ui/text-link'
import { readDetail } from '@/lib/audit/detail'
import type { AuditRow } from '@/lib/audit/queries'
import type { AuditNames } from '@/lib/lifecycle/audit-names'
import { Sentence } from './sentence'

type Props = { rows: AuditRow[]; names: Map<string, AuditNames> }

/** Entries of the audit log, each a sentence with its record behind "Details". Server component. */
export function AuditList({ rows, names }: Props) {
  const t = useTranslations('administration.audit')
  return (
    <ol aria-label={t('caption')} className="grid text-sm">
      {rows.map((row) => (
        <Entry key={row.sequence} row={row} names={names.get(row.sequence)} />
      ))}
    </ol>
  )
}

function Entry({ row, names }: { row: AuditRow; names: AuditNames | undefined }) {
  const t = useTranslations('administration.audit')
  return (
    <li className="flex gap-3 border-line border-b py-4 first:pt-0 last:border-b-0 last:pb-0">
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-content-center rounded-full bg-raised font-semibold text-muted text-xs uppercase"
      >
        {names?.actor?.[0] ?? '·'}
      </span>
      <div className="grid min-w-0 grow gap-1">
        <p className="pt-1 [overflow-wrap:anywhere]">
          <Sentence row={row} names={names} />
        </p>
        <details>
          <summary className="inline-block min-h-6 cursor-pointer text-muted text-xs">
            <Moment at={new Date(row.at)} as="exact" />
            {' · '}
            {t(`role.${row.actorRole}`)}
            {' · '}
            <span className="underline underline-offset-2">{t('open')}</span>
          </summary>
          <div className="mt-3 rounded-xl bg-raised p-4">
            <DefinitionList items={recordOf(row, t)} />
          </div>
        </details>
      </div>
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
