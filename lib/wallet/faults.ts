/** Why a line of an accounts file is bad, or its header, or the file: sentences for the command, with placeholders. */
const sentences = {
  quoting: 'the quoting is wrong',
  fields: 'has {found} fields and not {expected}',
  separator: 'is separated by {separator} and not by commas',
  blank: '{column}: has leading or trailing spaces',
  capitals: '{column}: must be written as “{expected}”',
  scientific:
    '{column}: is in the short form 2.2E+11 of spreadsheets. Format this column as text before you save it',
  msisdn:
    'msisdn: must be 6 to 15 digits in international form, without leading zeros; a + before them is allowed',
  reserved: 'msisdn: {msisdn} is reserved, and never exists',
  duplicate: 'msisdn: is already on line {first}',
  type: 'type: must be customer or retailer',
  status: 'status: must be active, suspended or barred',
  currency: 'currency: is not a currency code of ISO 4217',
  currency_not_allowed: 'currency: {currency} is not one of {allowed}',
  prefix: 'msisdn: {found} is not one of {allowed}',
  no_rows: 'The file has no accounts.',
  amount: '{column}: must be a number such as 1250 or 12.50',
  comma: '{column}: must be a number such as 1250 or 12.50, with a decimal point and no thousands separators',
  digits: '{column}: has more than {digits} digits',
  decimals: '{column}: has {found} decimals, but {currency} has {decimals}',
  negative: '{column}: must not be negative',
  header_quoting: 'its quoting is wrong',
  header_sep: 'it is “sep={separator}”, which is for spreadsheets only. Delete this line',
  header_separator: 'they are separated by {separator}',
  header_blank: 'there are leading or trailing spaces in {columns}',
  header_capitals: 'use lower case for {columns}',
  header_missing: 'missing {columns}',
  header_unknown: '{columns} is not one of them',
  header_unnamed: 'a column has no name. Delete the empty columns',
  header_repeated: '{columns} is there more than once',
  line_ends: 'The file has CR line endings only (classic Mac). Save it with LF or CRLF.',
  utf16: 'The file is in UTF-16: save it as CSV in UTF-8.',
  workbook: 'The file is a workbook of a spreadsheet: save it as CSV in UTF-8.',
  compressed: 'The file is compressed: unpack it before you load it.',
  open_quote: 'Line {line}: a quote that opens here is not closed within 1 MiB.',
  long_line: 'Line {line} is longer than 1 MiB: is this a CSV file?',
} as const

export type FaultCode = keyof typeof sentences

/** A fault in a file of accounts. It never holds a value of the file, except names of columns. */
export class Fault {
  constructor(
    readonly code: FaultCode,
    readonly values: Record<string, string> = {},
  ) {}

  /** In English: `line 3: ` and a reason, or the whole sentence about a file. */
  toString(): string {
    const text = sentences[this.code].replace(/\{(\w+)\}/g, (_, name) => this.values[name] ?? '')
    return this.code.startsWith('header_') ? `${headerRule}: ${text}.` : text
  }
}

/** The columns of an accounts file, in any order. */
export const accountColumns = ['msisdn', 'type', 'status', 'currency', 'balance', 'frozen_balance'] as const

const headerRule = `The first line must name the columns ${accountColumns.join(', ')}, separated by commas, in any order`

/** Every code, for the test of the messages. */
export const faultCodes = Object.keys(sentences) as FaultCode[]
