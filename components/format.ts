import { type Locale, tagOf } from '@/lib/languages'

/** Bytes in the most readable unit. */
export function formatBytes(bytes: number, locale: Locale): string {
  const [unit, divisor] = bytes >= 1024 * 1024 ? ['megabyte', 1024 * 1024] : ['kilobyte', 1024]
  const style = { style: 'unit', unit: String(unit), maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(tagOf(locale), style).format(Math.max(bytes / Number(divisor), 0.1))
}

/** The accepted file types, as a list in words. */
export function formatKinds(kinds: string[], locale: Locale): string {
  const names = kinds.map((kind) => kind.toUpperCase())
  return new Intl.ListFormat(tagOf(locale), { type: 'disjunction' }).format(names)
}

/** Groups the digits of an amount of any size, with its own decimals. */
export function formatAmount(amount: string, locale: string): string {
  const minimumFractionDigits = amount.split('.')[1]?.length ?? 0
  return new Intl.NumberFormat(tagOf(locale), { minimumFractionDigits }).format(amount as `${number}`)
}

/**
 * An e-mail address as a link that opens a mail program with this recipient alone, whatever the part before
 * the @ contains (RFC 6068 §2).
 */
export function mailtoLink(email: string): string {
  return `mailto:${email.split('@').map(encodeURIComponent).join('@')}`
}
