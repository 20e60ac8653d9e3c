import { getFormatter, getTranslations } from 'next-intl/server'
import { indentJson } from '@/components/code/format-json'
import { withQuery } from '@/components/query'
import { Address } from '@/components/ui/address'
import { CodeBlock } from '@/components/ui/code-block'
import { DateTime } from '@/components/ui/date-time'
import { FactList } from '@/components/ui/definition-list'
import { PanelNav, SidePanel } from '@/components/ui/side-panel'
import { TextLink } from '@/components/ui/text-link'
import { formatAuditRow } from '@/lib/audit/export'
import { type AuditRow, readDetail } from '@/lib/audit/queries'
import { readChain } from '@/lib/audit/verify'
import { databasePool } from '@/lib/database'
import type { AuditNames } from '@/lib/lifecycle/audit-names'
import { Sentence } from './sentence'

type Props = {
  row: AuditRow
  names: AuditNames | undefined
  /** The URL of another entry next to the same list, or of the list alone. */
  pathOf: (sequence?: string) => string
  newer?: string
  older?: string
}

/** One entry: what happened, what is stored of it, and its place in the chain. */
export async function EntryPanel({ row, names, pathOf, newer, older }: Props) {
  const t = await getTranslations('administration.audit')
  const format = await getFormatter()
  const details = Object.entries(readDetail(row, t('erased')))
  const search = (field: 'actor' | 'action' | 'subject', value: string) => (
    <TextLink href={withQuery('/administration/audit', { [field]: value })} className="font-mono">
      {value}
    </TextLink>
  )
  return (
    <SidePanel
      id="entry"
      title={
        <span className="tabular-nums">
          {format.number(BigInt(row.sequence))}{' '}
          <span className="font-normal text-muted text-xs">
            <DateTime at={new Date(row.at)} as="exact" />
          </span>
        </span>
      }
      nav={
        <PanelNav
          label={t('neighbours')}
          newer={newer !== undefined && { href: pathOf(newer), label: t('newer') }}
          older={older !== undefined && { href: pathOf(older), label: t('older') }}
          back={{ href: pathOf(), label: t('back') }}
        />
      }
    >
      <p className="text-balance font-semibold text-xl [overflow-wrap:anywhere]">
        <Sentence row={row} names={names} />
      </p>
      {details.length > 0 && (
        <table className="block overflow-hidden rounded-xl border border-line text-xs">
          <caption className="sr-only">{t('detail')}</caption>
          <tbody className="grid divide-y divide-line">
            {details.map(([name, value]) => (
              <tr key={name} className="grid grid-cols-[8.25rem_minmax(0,1fr)] gap-3 px-4 py-1.5">
                <th scope="row" className="text-left font-normal text-muted [overflow-wrap:anywhere]">
                  {name}
                </th>
                <td className="font-medium [overflow-wrap:anywhere]">
                  {typeof value === 'string' ? value : value === null ? '–' : JSON.stringify(value)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <section aria-label={t('facts')} className="border-line border-y py-3">
        <FactList
          items={[
            { term: t('action'), value: search('action', row.action) },
            {
              term: t('actor'),
              value: <Address>{names?.actor?.email ?? t(`role.${row.actorRole}`)}</Address>,
            },
            { term: t('actorId'), value: search('actor', row.actorId ?? row.actorRole) },
            {
              term: t('subject'),
              value: (
                <>
                  {row.subjectType} {search('subject', row.subjectId)}
                </>
              ),
            },
          ]}
        />
      </section>
      <Chain sequence={row.sequence} />
      <CodeBlock title="audit.recorded" code={indentJson(formatAuditRow(row, 'jsonl'))} wraps />
    </SidePanel>
  )
}

/** The entry between its neighbours, with the hash of each. */
async function Chain({ sequence }: { sequence: string }) {
  const t = await getTranslations('administration.audit')
  const format = await getFormatter()
  const links = await readChain(databasePool(), BigInt(sequence) - 1n, 3)
  return (
    <section className="grid gap-1.5">
      <h3 className="font-semibold text-sm">{t('chain')}</h3>
      <ol className="ml-1 grid border-line-strong text-xs leading-6">
        {links.toReversed().map((link) => {
          const isThis = link.sequence === sequence
          return (
            <li
              key={link.sequence}
              aria-current={isThis || undefined}
              className="group grid grid-cols-[0.75rem_4.5rem_minmax(0,1fr)] items-center gap-2 text-muted aria-[current]:text-ink"
            >
              <span
                aria-hidden="true"
                className="size-2.5 rounded-full border-2 border-line-strong bg-surface group-aria-[current]:border-accent group-aria-[current]:bg-accent"
              />
              <span className="tabular-nums">{format.number(BigInt(link.sequence))}</span>
              <span>
                <code title={link.hash}>{shorten(link.hash)}</code>{' '}
                {isThis && (
                  <span className={link.whole ? 'text-success' : 'text-danger'}>
                    {t(link.whole ? 'matches' : 'differs')}
                  </span>
                )}
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function shorten(hash: string): string {
  return `${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-4)}`
}
