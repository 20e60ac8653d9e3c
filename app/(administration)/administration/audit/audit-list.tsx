import { useFormatter, useTimeZone, useTranslations } from 'next-intl'
import { Fragment } from 'react'
import { withQuery } from '@/components/query'
import { useMomentWriter } from '@/components/ui/date-time'
import { Link } from '@/components/ui/link'
import type { AuditRow } from '@/lib/audit/queries'
import type { AuditNames } from '@/lib/lifecycle/audit-names'
import { ActorName, Sentence } from './sentence'

/** An entry of the log; of entries of one action by the system, the newest, how many follow, and the oldest. */
export type AuditLine = { row: AuditRow; count: number; oldest: AuditRow }

/** Consecutive entries in which the system did the same are one line. */
export function foldAudit(rows: AuditRow[]): AuditLine[] {
  const lines: AuditLine[] = []
  for (const row of rows) {
    const last = lines.at(-1)
    const again = row.actorRole === 'system' && last?.row.actorRole === 'system'
    if (again && last.row.action === row.action && last.row.subjectId === row.subjectId)
      Object.assign(last, { count: last.count + 1, oldest: row })
    else lines.push({ row, count: 1, oldest: row })
  }
  return lines
}

type Props = {
  lines: AuditLine[]
  names: Map<string, AuditNames>
  /** The filter of the page, which the entry of a row keeps. */
  search?: Record<string, string | undefined>
  /** The entry that is shown next to the list, which is then narrow. */
  current?: string
  /** Without numbers, in a column of another page. */
  brief?: boolean
}

/** Entries of the audit log by day, a line each: who did what, newest first. Server component. */
export function AuditList({ lines, names, search = {}, current, brief }: Props) {
  const t = useTranslations('administration.audit')
  const write = useMomentWriter()
  const dayOf = ({ row }: AuditLine) => write(new Date(row.at), 'weekday')
  const isWide = !brief && !current
  return (
    <table className="calls log">
      <caption className="sr-only">{t('title')}</caption>
      <colgroup>
        <col className="w-24" />
        <col className={isWide ? 'w-40 xl:w-92' : 'w-40'} />
        <col />
        {isWide && <col className="wide w-24" />}
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{t('time', { zone: useTimeZone() ?? 'UTC' })}</th>
          <th scope="col">{t('actor')}</th>
          <th scope="col">{t('did')}</th>
          {isWide && (
            <th scope="col" className="wide text-right!">
              {t('number')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => {
          const above = lines[index - 1]
          return (
            <Fragment key={line.row.sequence}>
              {(!above || dayOf(above) !== dayOf(line)) && (
                <tr className="day">
                  <th colSpan={isWide ? 4 : 3} scope="colgroup">
                    {dayOf(line)}
                  </th>
                </tr>
              )}
              <Line {...{ line, search, current, isWide }} names={names.get(line.row.sequence)} />
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

type LineProps = Required<Pick<Props, 'search'>> &
  Pick<Props, 'current'> & { line: AuditLine; names: AuditNames | undefined; isWide: boolean }

function Line({ line: { row, count, oldest }, names, search, current, isWide }: LineProps) {
  const t = useTranslations('administration.audit')
  const write = useMomentWriter()
  const format = useFormatter()
  const at = new Date(row.at)
  return (
    <tr aria-current={row.sequence === current || undefined}>
      <td>
        <Link href={withQuery('/administration/audit', { ...search, entry: row.sequence })} scroll={false}>
          <time dateTime={at.toISOString()}>{write(at, 'rowTime')}</time>
          <span className="sr-only">, {t('open')}</span>
        </Link>
      </td>
      <td className="who" title={names?.actor?.email}>
        <ActorName row={row} names={names} />
        {isWide && names?.actor?.displayName && (
          <span className="text-muted max-xl:hidden"> {names.actor.email}</span>
        )}
      </td>
      <td className="did">
        <Sentence row={row} names={names} as="act" />
        {count > 1 && (
          <span className="ml-1 text-muted">
            {t('again', { count, since: write(new Date(oldest.at), 'rowTime') })}
          </span>
        )}
      </td>
      {isWide && <td className="wide text-right text-muted">{format.number(BigInt(row.sequence))}</td>}
    </tr>
  )
}
