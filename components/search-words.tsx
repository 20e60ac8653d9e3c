/** Text, and the words of it that were searched for. */
export type Marked = { text: string; hit: boolean }

/** `text` in pieces, of which those that are in `query` are hits. */
export function markWords(text: string, query: string): Marked[] {
  const pattern = splitWords(query)
    .map((word) => [...word].map((letter) => letter.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')).join(unseen))
    .join('|')
  if (!pattern) return [{ text, hit: false }]
  return text
    .normalize('NFD')
    .split(new RegExp(`((?:${pattern})${unseen})`, 'giu'))
    .map((piece, index) => ({ text: piece.normalize('NFC'), hit: index % 2 === 1 }))
}

/** Text with what was searched for marked. */
export function Marks({ parts }: { parts: Marked[] }) {
  return parts.map(({ text, hit }, index) =>
    hit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never move
      <mark key={index} className="bg-transparent font-semibold text-accent">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}

/** The words of a search, folded. */
export function splitWords(query: string): string[] {
  return fold(query).split(/\s+/).filter(Boolean)
}

/** Accents of a decomposed text, and marks that no one sees. */
const unseen = String.raw`[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]*`

/** Ignores accents, case and marks that no one sees. */
export function fold(text: string): string {
  return text.normalize('NFD').replaceAll(new RegExp(unseen, 'gu'), '').toLowerCase()
}
