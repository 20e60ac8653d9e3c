import { Code, type CodePart } from '@/components/code/code'
import { type CodeLanguage, highlight } from '@/components/code/highlight'

const grammars: Record<string, CodeLanguage | undefined> = {
  curl: 'bash',
  sh: 'bash',
  javascript: 'javascript',
  python: 'python',
  php: 'php',
  java: 'java',
  go: 'go',
  json: 'json',
  http: 'http',
}

/** The documentation's code changes with the settings only. */
const known = new Map<string, Promise<CodePart[]>>()

/** Code in the colours of its syntax; as it is in a language without a grammar. */
export async function Highlighted({ code, language }: { code: string; language: string }) {
  const grammar = grammars[language]
  if (!grammar) return <>{code}</>
  const key = `${grammar} ${code}`
  const parts = known.get(key) ?? highlight(code, grammar)
  known.set(key, parts)
  return <Code parts={await parts} />
}
