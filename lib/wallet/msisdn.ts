/** Never exists in any environment: the activation check of an approval requests it. The database refuses it too. */
export const reservedMsisdn = '999000000000'

/**
 * Parses an msisdn in international form (ITU-T E.164: at most 15 digits), with or without a leading `+`. One leading
 * space counts as `+`, as form decoders turn an unescaped `+` into one.
 * @returns the digits only, or null for anything else
 */
export function parseMsisdn(text: string): string | null {
  if (!/^[ +]?[1-9][0-9]{5,14}$/.test(text)) return null
  return text[0] === '+' || text[0] === ' ' ? text.slice(1) : text
}

/** Formats `221771234567` as `221*******67`: enough to recognise one's own test, not enough to call anyone. */
export function maskMsisdn(digits: string): string {
  return `${digits.slice(0, 3)}${'*'.repeat(Math.max(0, digits.length - 5))}${digits.slice(-2)}`
}
