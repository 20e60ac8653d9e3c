import type { Inline } from './blocks'

/** A piece of running text. A link contains further pieces. */
export type Piece =
  | { kind: 'text' | 'code' | 'strong'; text: string }
  | { kind: 'link'; href: string; pieces: Piece[] }

const marks = /\*\*(.+?)\*\*|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/g

/** Parses running text; anything but the known marks stays text. */
export function readInline(text: Inline): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(marks)) {
    const [whole, strong, code, label, href] = match
    if (match.index > end) pieces.push({ kind: 'text', text: text.slice(end, match.index) })
    if (strong !== undefined) pieces.push({ kind: 'strong', text: strong })
    else if (code !== undefined) pieces.push({ kind: 'code', text: code })
    else if (label !== undefined && href !== undefined)
      pieces.push({ kind: 'link', href, pieces: readInline(label) })
    end = match.index + whole.length
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) })
  return pieces
}

/** The text without its marks. */
export function plainText(text: Inline): string {
  return readInline(text).map(wordsOf).join('')
}

function wordsOf(piece: Piece): string {
  return piece.kind === 'link' ? piece.pieces.map(wordsOf).join('') : piece.text
}
