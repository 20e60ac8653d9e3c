/** The longest name that is kept; longer ones are refused, not cut: two files must not come to look alike. */
const longestName = 200

// Control, format and bidirectional override characters: they could hide or turn around what a reviewer reads.
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu

/**
 * The name of an uploaded file as it is shown; it is never used as a path.
 * @returns the name, or why it is refused: `path` when it speaks of another folder, `long` beyond {@link longestName}
 */
export function readDocumentName(
  raw: string,
): { ok: true; name: string } | { ok: false; reason: 'path' | 'long' } {
  const name = raw.normalize('NFC').replace(invisible, '').replace(/\s+/g, ' ').trim()
  if (/(?:^|[/\\])\.{1,2}(?:[/\\]|$)/.test(name)) return { ok: false, reason: 'path' }
  // Old browsers send the whole path of the sender's disk; its last part is the name.
  const last = name.split(/[/\\]/).at(-1)?.trim() || 'document'
  if ([...last].length > longestName) return { ok: false, reason: 'long' }
  return { ok: true, name: last }
}
