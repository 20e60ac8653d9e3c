import { accountColumns, Fault } from './faults'

/** The position of each of {@link accountColumns} in a file, in their order. */
export type ColumnOrder = readonly number[]

const columns: readonly string[] = accountColumns

/** Reads the first record of an accounts file. @returns the order of the columns, or why it is not a valid header */
export function readHeader(fields: string[] | null): ColumnOrder | Fault {
  if (!fields) return new Fault('header_quoting')
  if (fields.some((field) => field.includes('\r'))) return new Fault('line_ends')
  const [, separator] = /^sep=(.)?$/i.exec(fields[0] ?? '') ?? []
  if (/^sep=/i.test(fields[0] ?? '')) return new Fault('header_sep', { separator: separator ?? ',' })
  const other = findSeparator(fields)
  if (other) return new Fault('header_separator', { separator: other })
  return findWrongName(fields) ?? columns.map((name) => fields.indexOf(name))
}

/** The name of the separator of a record that is not separated by commas; null if it may be. */
export function findSeparator(fields: string[]): string | null {
  if (fields.length > 1) return null
  const [text = ''] = fields
  return text.includes(';') ? 'semicolons' : text.includes('\t') ? 'tabs' : text.includes('|') ? 'bars' : null
}

/** Nearly right names first: those are not missing, and not others. */
function findWrongName(fields: string[]): Fault | null {
  const meant = (made: (field: string) => string) =>
    fields.filter((field) => !columns.includes(field) && columns.includes(made(field)))
  const named = (code: ConstructorParameters<typeof Fault>[0], names: string[]) =>
    names.length > 0 ? new Fault(code, { columns: [...new Set(names)].join(', ') }) : null
  const missing = columns.filter((name) => !fields.includes(name))
  const others = fields.filter((field) => !columns.includes(field))
  return (
    named('header_blank', meant(trim).map(trim)) ??
    named('header_capitals', meant((field) => trim(field).toLowerCase()).map(trim)) ??
    named('header_missing', missing) ??
    (others.some((field) => trim(field) === '') ? new Fault('header_unnamed') : null) ??
    named('header_unknown', others.map(nameColumn)) ??
    named(
      'header_repeated',
      fields.filter((field, at) => fields.indexOf(field) < at),
    )
  )
}

/** Also of the non-breaking space, which is two bytes in UTF-8 and is read as two characters. */
export function trim(text: string): string {
  return text.replace(/^(\s|\u00c2\u00a0)+|(\s|\u00c2\u00a0)+$/g, '')
}

/** A file without a header begins with a number, which is not repeated. */
function nameColumn(field: string): string {
  return /^[a-z][\w -]{0,39}$/i.test(field) ? `“${field}”` : '“…”'
}
