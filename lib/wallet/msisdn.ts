/** Exists in no environment, ever: what the proof of an approval asks for. The database refuses it too. */
export const reservedMsisdn = '999000000000'

/**
 * Reads an msisdn in international form (ITU-T E.164: at most 15 digits), with or without a leading `+`. One leading
 * space counts as one, as that is what a form decoder makes of an unescaped `+`.
 * @returns the digits only, or null for anything else
 */
export function parseMsisdn(text: string): string | null {
  if (!/^[ +]?[1-9][0-9]{5,14}$/.test(text)) return null
  return text[0] === '+' || text[0] === ' ' ? text.slice(1) : text
}

/** `221771234567` as `221*******67`: enough to recognise one's own test, not enough to call somebody. */
export function maskMsisdn(digits: string): string {
  return `${digits.slice(0, 3)}${'*'.repeat(Math.max(0, digits.length - 5))}${digits.slice(-2)}`
}
