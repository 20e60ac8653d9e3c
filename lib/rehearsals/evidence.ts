import { IntlMessageFormat } from 'intl-messageformat'
import texts from '@/generated/messages/rehearsal'
import { type Locale, tagOf } from '@/lib/languages'
import type { Evidence } from './schema'

/** `developer`: someone of the application, who is addressed and advised. `reviewer`: someone who judges it. */
export type EvidenceReader = 'developer' | 'reviewer'

/** The evidence of a case as one sentence, in English for the API, and in the reader's language on pages. */
export function describeEvidence(
  { code, ...numbers }: Evidence,
  language: Locale,
  reader: EvidenceReader = 'developer',
): string {
  const rounded = Object.entries(numbers).map(([name, value]) => [name, Math.round(value * 10) / 10])
  const over = 'watchedSeconds' in numbers && numbers.watchedSeconds >= 60
  // Not by next-intl, which gateways do not load.
  const message = new IntlMessageFormat(texts[language].evidence[code], tagOf(language))
  return String(message.format({ ...Object.fromEntries(rounded), over: String(over), reader }))
}
