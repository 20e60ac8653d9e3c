import { detach } from '@/lib/expiring-map'
import { msisdnMessages, type ParameterError } from '@/lib/problems'
import { parseMsisdn } from '@/lib/wallet/msisdn'
import { splitQuery } from './query'

/** The parameters of the account endpoint: the digits or the error in them, and whether a token is in the query. */
export type AccountQuery = { msisdn: string | null; error: ParameterError | null; hasToken: boolean }

/** Reads the query string. Unknown parameters are ignored, and no part of it is repeated in a response. */
export function readAccountQuery(query: string): AccountQuery {
  if (/^msisdn=[1-9][0-9]{5,14}$/.test(query))
    return { msisdn: detach(query.slice(7)), error: null, hasToken: false }
  const parameters = splitQuery(query)
  const values = parameters.filter(([name]) => name === 'msisdn').map(([, value]) => value)
  const hasToken = parameters.some(([name, value]) => name === 'access_token' && value !== '')
  return { ...readMsisdn(values), hasToken }
}

function readMsisdn([value, ...others]: string[]): { msisdn: string | null; error: ParameterError | null } {
  if (others.length > 0) return refuse('twice')
  if (value === undefined || value === '') return refuse('missing')
  const decoded = decode(value)
  const msisdn = decoded === null ? null : parseMsisdn(decoded)
  return msisdn === null ? refuse('malformed') : { msisdn: detach(msisdn), error: null }
}

function refuse(why: keyof typeof msisdnMessages) {
  return { msisdn: null, error: { parameter: 'msisdn', message: msisdnMessages[why] } }
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
