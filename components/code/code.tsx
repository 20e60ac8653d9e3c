/** A piece of code and its colour; null is the text's own. Neighbours differ in colour. */
export type CodePart = readonly [look: CodeLook | null, text: string]
export type CodeLook = keyof typeof looks

const looks = {
  keyword: 'text-code-number',
  name: 'text-code-key',
  string: 'text-code-string',
  comment: 'text-code-muted',
}

/** Highlighted code. Classes instead of Shiki's inline styles, which the content security policy forbids. */
export function Code({ parts }: { parts: readonly CodePart[] }) {
  return (
    <>
      {parts.map(([look, text], index) =>
        look ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
          <span key={index} className={looks[look]}>
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </>
  )
}

/** The code as text, as it is copied. */
export function textOf(parts: readonly CodePart[]): string {
  return parts.map(([, text]) => text).join('')
}

/** The same code with other words. @param words without quotes: highlighting does not change for them */
export function replaceIn(parts: readonly CodePart[], word: string, by: string): CodePart[] {
  return parts.map(([look, text]) => [look, text.replaceAll(word, by)])
}

/** How another code differs from one: in place of its parts from `from` until `to`. */
export type CodeChange = { from: number; to: number; parts: CodePart[] }

/** The change that makes `other` of `parts`: a page that has both has most of it once. */
export function changeOf(parts: readonly CodePart[], other: readonly CodePart[]): CodeChange {
  const isSame = (a?: CodePart, b?: CodePart) => a?.[0] === b?.[0] && a?.[1] === b?.[1]
  const shorter = Math.min(parts.length, other.length)
  let from = 0
  while (from < shorter && isSame(parts[from], other[from])) from++
  let end = 0
  while (end < shorter - from && isSame(parts.at(-1 - end), other.at(-1 - end))) end++
  return { from, to: parts.length - end, parts: other.slice(from, other.length - end) }
}

export function applyCodeChange(code: readonly CodePart[], { from, to, parts }: CodeChange): CodePart[] {
  return code.toSpliced(from, to - from, ...parts)
}
