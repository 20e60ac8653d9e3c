import { createCssVariablesTheme, createHighlighterCore, type ThemedToken } from 'shiki/core'
import { createOnigurumaEngine } from 'shiki/engine/oniguruma'
import type { CodeLook, CodePart } from './code'

export type CodeLanguage = 'bash' | 'javascript' | 'python' | 'php' | 'java' | 'go' | 'json' | 'http'

const theme = createCssVariablesTheme({ name: 'roles', variablePrefix: '--' })

/** Our colours for the theme's roles. */
const looks: Record<string, CodeLook | undefined> = {
  'var(--token-keyword)': 'keyword',
  'var(--token-constant)': 'name',
  'var(--token-function)': 'name',
  'var(--token-string)': 'string',
  'var(--token-string-expression)': 'string',
  'var(--token-link)': 'string',
  'var(--token-comment)': 'comment',
}

// One for the process, as grammars take a moment to load. The engine in WebAssembly compiles their regular expressions
// ten times faster than the one in JavaScript, which would hold up every other request for a second.
let shared: ReturnType<typeof createHighlighterCore> | undefined

/** Code in the colours of its syntax. For the server only: grammars are large. */
export async function highlight(code: string, language: CodeLanguage): Promise<CodePart[]> {
  shared ??= createHighlighterCore({
    themes: [theme],
    engine: createOnigurumaEngine(import('shiki/wasm')),
    langs: [
      import('shiki/langs/bash.mjs'),
      import('shiki/langs/javascript.mjs'),
      import('shiki/langs/python.mjs'),
      import('shiki/langs/php.mjs'),
      import('shiki/langs/java.mjs'),
      import('shiki/langs/go.mjs'),
      import('shiki/langs/json.mjs'),
      import('shiki/langs/http.mjs'),
    ],
  })
  const { tokens } = (await shared).codeToTokens(code, {
    lang: language,
    theme: 'roles',
    // The result is kept: on a busy machine, it must not lack the colours of its end.
    tokenizeTimeLimit: 0,
  })
  return tokens.flatMap(toParts).reduce(join, [])
}

function toParts(line: ThemedToken[], index: number): CodePart[] {
  const parts = line.map(({ content, color }): CodePart => [looks[color ?? ''] ?? null, content])
  return index === 0 ? parts : [[null, '\n'], ...parts]
}

/** White space has no colour, so it joins whatever it follows. */
function join(parts: CodePart[], [look, text]: CodePart): CodePart[] {
  const last = parts.at(-1)
  if (!last || (last[0] !== look && text.trim() !== '')) parts.push([look, text])
  else parts[parts.length - 1] = [last[0], last[1] + text]
  return parts
}
