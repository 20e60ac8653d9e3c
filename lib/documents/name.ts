import { hidden, maxInputLength } from '@/lib/text-input'
import type { DocumentKind } from './schema'

/** Maximum length of a name. Longer ones are refused, not cut: two files must not look the same as a result. */
const maxLength = 200

// They could hide or reverse text that a reviewer reads.
const invisible = new RegExp(hidden, 'gu')

/**
 * The name of an uploaded file, for display only; it is never used as a path.
 * @returns the name, or why it is refused: `path` if it refers to another folder, `long` beyond {@link maxLength}
 */
export function readDocumentName(
  raw: string,
): { ok: true; name: string } | { ok: false; reason: 'path' | 'long' } {
  if (raw.length > maxInputLength(maxLength)) return { ok: false, reason: 'long' }
  const name = raw.normalize('NFC').replace(invisible, '').replace(/\s+/g, ' ').trim()
  if (/(?:^|[/\\])\.{1,2}(?:[/\\]|$)/.test(name)) return { ok: false, reason: 'path' }
  // Old browsers send the whole path; its last part is the name.
  const last = name.split(/[/\\]/).at(-1)?.trim() || 'document'
  if ([...last].length > maxLength) return { ok: false, reason: 'long' }
  return { ok: true, name: last }
}

/** The endings of a kind, the usual one first. */
const endings: Record<DocumentKind, readonly string[]> = { pdf: ['pdf'], jpeg: ['jpg', 'jpeg'], png: ['png'] }

/** The usual ending of a file of this kind, without its dot. */
export function endingOf(kind: DocumentKind): string {
  return endings[kind][0] as string
}

/**
 * A name whose ending is that of what the file is, whatever its sender calls it: a PDF that is a script as well must
 * not run where a reviewer opens it.
 */
export function nameAs(kind: DocumentKind, name: string): string {
  const isRight = (each: string) => endings[kind].some((ending) => each.toLowerCase().endsWith(`.${ending}`))
  if (isRight(name)) return name
  const stem = name.replace(/\.[a-z][a-z0-9]{0,9}$/i, '') || 'document'
  return isRight(stem) ? stem : `${stem}.${endingOf(kind)}`
}
