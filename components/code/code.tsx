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
      {parts.map(([look, text], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
        <span key={index} className={look ? looks[look] : undefined}>
          {text}
        </span>
      ))}
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
