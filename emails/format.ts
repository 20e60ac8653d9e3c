import { type Locale, tagOf } from '@/lib/languages'
import { sharedText } from './texts'

const subjectNameLength = 60
const bodyNameLength = 200
/** Characters that are invisible or change the reading direction. The joiners that scripts and emoji need are kept. */
const invisible = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\p{Cs}]/gu

/** One line without control or invisible characters, cut at `length` characters. */
export function oneLine(value: string, length: number): string {
  return cut(toOneLine(value), length)
}

function toOneLine(value: string): string {
  return value
    .replace(invisible, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
}

function cut(line: string, length: number): string {
  const characters = [...line]
  return characters.length > length
    ? `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
    : line
}

/** Splits a longer text by a person into lines, without control or invisible characters. */
export function lines(value: string): string[] {
  const clean = value.replace(invisible, '').replace(/\r\n?|[\u2028\u2029]/g, '\n')
  return clean
    .trim()
    .split('\n')
    .map((line) => line.replace(/\p{Cc}+/gu, ' ').trimEnd())
}

/** Puts a name chosen by a person in quotation marks that it cannot close, without anything that mail programs link. */
export function quoted(name: string, locale: Locale, length = bodyNameLength): string {
  const line = withoutSchemes(toOneLine(name.replace(/["“”„‟«»]/g, "'")))
  const clean = breakHosts(cut(line, length))
  return sharedText('quoted', locale, { name: clean })
}

/** A title by the operator: one line, without anything that mail programs link. */
export function headline(title: string, length = 125): string {
  return cut(withoutSchemes(toOneLine(title)), length)
}

/** Removing one scheme can join the parts of another ("http:x:////"), so this repeats until nothing changes. */
function withoutSchemes(line: string): string {
  const shorter = line.replace(/[a-z0-9+.-]*:[/\\]{2,}/gi, '')
  return shorter === line ? line : withoutSchemes(shorter)
}

/**
 * Puts a zero-width space after each dot of a possible host name or IPv4 address ("example.org", "10.0.0.1"). Version
 * numbers ("2.1") stay as they are. The other dots are those that IDNA treats as a dot (UTS #46 §4).
 */
function breakHosts(line: string): string {
  return line
    .replace(/[.．。｡](?=[^\s\d])/g, '$&\u200B')
    .replace(/\d+(?:[.．。｡]\d+){3,}/g, (address) => address.replace(/[.．。｡]/g, '$&\u200B'))
}

/** A person: the name that they chose, if any, in quotation marks and never a link, and their address. */
export function person(email: string, name: string | undefined, locale: Locale): string {
  const address = oneLine(email, 254)
  return name ? `${quoted(name, locale, subjectNameLength)} (${address})` : address
}

export function quotedInSubject(name: string, locale: Locale): string {
  return quoted(name, locale, subjectNameLength)
}

/** Formats `2026-11-21T09:00:00Z` as "21 November 2026 at 09:00 UTC". */
export function moment(iso: string, locale: Locale, timeZone = 'UTC'): string {
  const formatted = format(iso, locale, { dateStyle: 'long', timeStyle: 'short', timeZone })
  return `${formatted} ${timeZone === 'UTC' ? 'UTC' : `(${timeZone})`}`
}

export function day(iso: string, locale: Locale): string {
  return format(iso, locale, { dateStyle: 'long', timeZone: 'UTC' })
}

function format(iso: string, locale: Locale, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(tagOf(locale), options).format(new Date(iso))
}

export function environmentName(environment: 'sandbox' | 'production', locale: Locale): string {
  return sharedText(environment, locale)
}
