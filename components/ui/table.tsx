import type { ReactNode } from 'react'
import { classNames } from '@/components/class-names'

export type Column<Row> = {
  /** The heading; on a phone it comes before the value, unless that says what it is. */
  label: string
  plain?: boolean
  /** On a phone next to the row's name, where its acts are in other tables. */
  beside?: boolean
  cell: (row: Row) => ReactNode
  /** Numbers are right-aligned. */
  numeric?: boolean
  /** For e-mail addresses and other long words: they break anywhere, but not into a column of single letters. */
  breaks?: boolean
  /** Buttons and links at the end of the row, which say what they do: their heading is only heard. */
  action?: boolean
}

type Props<Row> = {
  /** Names the table for people who can't see its context. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** Shown instead of a table without rows. */
  empty?: string
  /** All of a row leads where the link in its first column leads. */
  linked?: boolean
  /** A colour at the row's edge, for what its text says too. */
  edge?: (row: Row) => 'danger' | undefined
  /** Rows under a heading each, in order: `size` of them belong to it. Links lead to its `key`. */
  groups?: { key: string; label: string; hint: string; size: number }[]
}

/**
 * A table whose rows become names over a line of facts below 768 px (`.rows` in app/globals.css: classes on each cell
 * would make up most of a long page). The first column names the row. The roles are written out because changing
 * `display` makes browsers forget them.
 */
export function Table<Row>({ caption, columns, rows, rowKey, empty, linked, edge, groups }: Props<Row>) {
  if (empty && rows.length === 0) return <p className="text-muted text-sm">{empty}</p>
  const parts = groups ?? [{ key: '', label: '', hint: '', size: rows.length }]
  const starts = parts.map((_, index) => parts.slice(0, index).reduce((sum, { size }) => sum + size, 0))
  return (
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <table role="table" className={linked ? 'rows linked' : 'rows'}>
      <caption className="sr-only">{caption}</caption>
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <thead role="rowgroup">
        {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
        <tr role="row">
          {columns.map((column) => (
            <th key={column.label} scope="col" className={lookOf(column)}>
              {column.action ? <span className="sr-only">{column.label}</span> : column.label}
            </th>
          ))}
        </tr>
      </thead>
      {parts.map(({ key, label, hint, size }, part) => (
        // biome-ignore lint/a11y/noRedundantRoles: see above
        <tbody key={key} role="rowgroup" id={key || undefined}>
          {label && (
            // biome-ignore lint/a11y/noRedundantRoles: see above
            <tr role="row" className="group-head">
              <th scope="rowgroup" colSpan={columns.length}>
                {label} <span className="ml-2 font-normal text-muted">{hint}</span>
              </th>
            </tr>
          )}
          {rows.slice(starts[part], (starts[part] ?? 0) + size).map((row) => (
            // biome-ignore lint/a11y/noRedundantRoles: see above
            <tr key={rowKey(row)} role="row" data-edge={edge?.(row)}>
              {columns.map((column, index) =>
                index === 0 ? (
                  // biome-ignore lint/a11y/noRedundantRoles: see above
                  <th key={column.label} role="rowheader" scope="row" className={lookOf(column)}>
                    <span>{column.cell(row)}</span>
                  </th>
                ) : (
                  <td
                    key={column.label}
                    // biome-ignore lint/a11y/noRedundantRoles: see above
                    role="cell"
                    data-label={column.action || column.plain || column.beside ? undefined : column.label}
                    className={lookOf(column)}
                  >
                    {contentOf(column, row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

/** A number needs no element of its own, which a long table would pay for in each cell. */
function contentOf<Row>({ numeric, cell }: Column<Row>, row: Row): ReactNode {
  const content = cell(row)
  return numeric && content && typeof content === 'string' ? content : <span>{content}</span>
}

function lookOf<Row>({ numeric, breaks, action, beside }: Column<Row>): string | undefined {
  return (
    classNames(numeric && 'numeric', breaks && 'breaks', action && 'act', beside && 'beside') || undefined
  )
}
