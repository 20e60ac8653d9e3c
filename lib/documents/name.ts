import { hidden, maxTypedLength } from '@/lib/typed-text'

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
  if (raw.length > maxTypedLength(maxLength)) return { ok: false, reason: 'long' }
  const name = raw.normalize('NFC').replace(invisible, '').replace(/\s+/g, ' ').trim()
  if (/(?:^|[/\\])\.{1,2}(?:[/\\]|$)/.test(name)) return { ok: false, reason: 'path' }
  // Old browsers send the whole path; its last part is the name.
  const last = name.split(/[/\\]/).at(-1)?.trim() || 'document'
  if ([...last].length > maxLength) return { ok: false, reason: 'long' }
  return { ok: true, name: last }
}
