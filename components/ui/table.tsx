import type { ReactNode } from 'react'
import { classNames } from '@/components/class-names'

export type Column<Row> = {
  /** The heading; on a phone it stands before the value. */
  label: string
  cell: (row: Row) => ReactNode
  /** Numbers stand to the right. */
  numeric?: boolean
}

type Props<Row> = {
  /** Names the table for those who cannot see where it stands. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
}

/**
 * A table that becomes a list of cards below 640 px. The first column names the row. The roles are written
 * out because changing `display` makes browsers forget them.
 */
export function Table<Row>({ caption, columns, rows, rowKey }: Props<Row>) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <table role="table" className="block w-full text-sm sm:table">
      <caption className="sr-only">{caption}</caption>
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <thead role="rowgroup" className="sr-only sm:not-sr-only sm:table-header-group">
        {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
        <tr role="row" className="sm:border-line sm:border-b">
          {columns.map((column) => (
            <th
              key={column.label}
              scope="col"
              className={classNames(
                'px-3 py-2.5 font-medium text-muted',
                column.numeric ? 'text-right' : 'text-left',
              )}
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <tbody role="rowgroup" className="grid gap-3 sm:table-row-group">
        {rows.map((row) => (
          <TableRow key={rowKey(row)} columns={columns} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function TableRow<Row>({ columns, row }: { columns: Column<Row>[]; row: Row }) {
  return (
    <tr
      // biome-ignore lint/a11y/noRedundantRoles: see Table
      role="row"
      className="grid gap-1 rounded-xl border border-line bg-surface p-4 sm:table-row sm:rounded-none sm:border-0 sm:border-b sm:bg-transparent sm:last:border-b-0 sm:hover:bg-raised/60"
    >
      {columns.map((column, index) => {
        const Cell = index === 0 ? 'th' : 'td'
        return (
          <Cell
            key={column.label}
            role={index === 0 ? 'rowheader' : 'cell'}
            scope={index === 0 ? 'row' : undefined}
            className={classNames(
              'flex min-w-0 flex-wrap justify-between gap-x-4 text-left sm:table-cell sm:px-3 sm:py-3 sm:align-middle',
              index === 0 ? 'font-medium' : 'font-normal',
              column.numeric && 'tabular-nums sm:text-right',
            )}
          >
            <span aria-hidden="true" className={classNames('text-muted sm:hidden', index === 0 && 'hidden')}>
              {column.label}
            </span>
            <span className="min-w-0">{column.cell(row)}</span>
          </Cell>
        )
      })}
    </tr>
  )
}
