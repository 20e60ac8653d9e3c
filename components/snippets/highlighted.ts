import { type CodeChange, type CodePart, changeOf, replaceIn } from '@/components/code/code'
import { type CodeLanguage, highlight } from '@/components/code/highlight'
import { firstCallSnippets, type Snippet, type SnippetInput } from './samples'

/**
 * A snippet in colour: as it reads the variable, and what differs with {@link secretPlaceholder} where the secret
 * belongs.
 */
export type HighlightedSnippet = Omit<Snippet, 'code'> & { code: CodePart[]; withSecret: CodeChange }

/** Where the revealed secret belongs. As ids and secrets, it is a word in every language. */
export const secretPlaceholder = 'client_secret_mark'
const clientIdMark = 'guichet_client_id_mark'

type Input = Omit<SnippetInput, 'clientSecret'>

/** Highlighting takes as long as the rest of a page, and only the ids differ between applications. */
const known = new Map<string, Promise<HighlightedSnippet[]>>()

/**
 * {@link firstCallSnippets} in colour. `input` without the id comes from settings and texts, so it takes few
 * values.
 */
export async function highlightFirstCall({ clientId, ...input }: Input): Promise<HighlightedSnippet[]> {
  const key = JSON.stringify(input)
  const found = known.get(key) ?? highlightAll({ ...input, clientId: clientIdMark })
  known.set(key, found)
  return (await found).map(({ code, withSecret, ...snippet }) => ({
    ...snippet,
    code: replaceIn(code, clientIdMark, clientId),
    withSecret: { ...withSecret, parts: replaceIn(withSecret.parts, clientIdMark, clientId) },
  }))
}

async function highlightAll(input: Input): Promise<HighlightedSnippet[]> {
  const filled = firstCallSnippets({ ...input, clientSecret: secretPlaceholder })
  return Promise.all(
    firstCallSnippets({ ...input, clientSecret: null }).map(async (snippet, index) => {
      const code = await highlight(snippet.code, grammarOf(snippet))
      const withSecret = await highlight(filled[index]?.code ?? '', grammarOf(snippet))
      return { ...snippet, code, withSecret: changeOf(code, withSecret) }
    }),
  )
}

function grammarOf({ language }: Snippet): CodeLanguage {
  return language === 'curl' ? 'bash' : language
}
