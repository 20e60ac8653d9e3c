import type { ConsoleExchange } from '@/app/_console/state'
import { Code, type CodeLook, type CodePart } from '@/components/code/code'
import { formatJson, type JsonPart } from '@/components/code/format-json'

const looks: Record<JsonPart['kind'], CodeLook | null> = {
  key: 'name',
  string: 'string',
  number: 'keyword',
  word: 'keyword',
  mark: null,
}

/** A response body in colour, one member per line; as it is where it is no JSON. */
export function Json({ text }: { text: string }) {
  const parts = formatJson(text)
  return parts ? (
    <Code parts={parts.map(({ kind, text }): CodePart => [looks[kind], text])} />
  ) : (
    <span>{text}</span>
  )
}

/** "200 OK", from the status line. */
export function statusText({ answer }: ConsoleExchange): string {
  return answer.head.split('\n', 1).join().replace(/^\S+ /, '').trim()
}
