import { isLocale, type Locale } from '@/lib/languages'

/**
 * The language of a request: the cookie `locale`, else the best match of `Accept-Language`, else English.
 * Takes both raw values; anything unknown or malformed counts as absent.
 */
export function pickLocale(cookie: string | undefined, acceptLanguage: string | null): Locale {
  if (isLocale(cookie)) return cookie
  return preferred(acceptLanguage ?? '') ?? 'en'
}

/** RFC 9110 §12.5.4: ranges with weights. The known language with the greatest weight wins, the first among equals. */
function preferred(acceptLanguage: string): Locale | undefined {
  const ranges = acceptLanguage.split(',').map(parseRange)
  const known = ranges.filter((range) => isLocale(range.language) && range.weight > 0)
  known.sort((a, b) => b.weight - a.weight)
  return known[0]?.language as Locale | undefined
}

function parseRange(text: string) {
  const [tag = '', ...parameters] = text.trim().toLowerCase().split(';')
  const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
  return { language: tag.trim().split('-')[0], weight: weight === undefined ? 1 : Number(weight) }
}
