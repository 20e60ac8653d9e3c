import { parseMsisdn } from '@/lib/wallet/msisdn'
import type { ParameterError } from './responses/problem'

/** The parameters of the account endpoint: the digits or the error in them, and whether a token is in the query. */
export type AccountQuery = { msisdn: string | null; error: ParameterError | null; hasToken: boolean }

const messages = {
  missing: 'The parameter msisdn is required.',
  twice: 'The parameter msisdn must be given once.',
  malformed: 'The msisdn must be 6 to 15 digits in international form, with or without a leading +.',
}

/** Reads the query string. Unknown parameters are ignored, and no part of it is repeated in a response. */
export function readAccountQuery(query: string): AccountQuery {
  if (/^msisdn=[1-9][0-9]{5,14}$/.test(query)) return { msisdn: query.slice(7), error: null, hasToken: false }
  const values: (string | null)[] = []
  let hasToken = false
  for (const piece of query.split('&')) {
    const equals = piece.indexOf('=')
    const name = decode(equals < 0 ? piece : piece.slice(0, equals))
    const value = equals < 0 ? '' : decode(piece.slice(equals + 1))
    if (name === 'msisdn') values.push(value)
    if (name === 'access_token' && value !== '') hasToken = true
  }
  return { ...readMsisdn(values), hasToken }
}

function readMsisdn(values: (string | null)[]): { msisdn: string | null; error: ParameterError | null } {
  const [value] = values
  if (values.length > 1) return refuse('twice')
  if (value === undefined || value === '') return refuse('missing')
  const msisdn = value === null ? null : parseMsisdn(value)
  return msisdn === null ? refuse('malformed') : { msisdn, error: null }
}

function refuse(why: keyof typeof messages) {
  return { msisdn: null, error: { parameter: 'msisdn', message: messages[why] } }
}

/** Form decoding; null for escapes that are malformed or not UTF-8. */
function decode(text: string): string | null {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}
