import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Mustache from 'mustache'

/** The values in a program. All are safe in a quoted literal of every language: `[A-Za-z0-9_]`, URLs, digits. */
export type SnippetInput = {
  authUrl: string
  baseUrl: string
  clientId: string
  /** null: the program reads the variable CLIENT_SECRET. */
  clientSecret: string | null
  msisdn: string
  /** The error for a missing CLIENT_SECRET: one line without quotes, braces, backslashes or dollar signs. */
  missing: string
}

/** A call to show in every language. Its texts are safe in a quoted literal of each. */
export type SampleRequest = {
  method: string
  /** With the query. */
  url: string
  /** The variable with the token that it needs. */
  bearer: string | null
  /** Each value is a text, or the name of an environment variable. */
  form: ({ name: string } & ({ text: string } | { variable: string }))[]
  /** A body in JSON, without single quotes and backslashes. */
  json: string | null
}

const languages = [
  { language: 'curl', label: 'curl', file: 'balance.sh', run: 'sh' },
  { language: 'javascript', label: 'JavaScript', file: 'balance.mjs', run: 'node' },
  { language: 'python', label: 'Python', file: 'balance.py', run: 'python3' },
  { language: 'php', label: 'PHP', file: 'balance.php', run: 'php' },
  { language: 'java', label: 'Java', file: 'Balance.java', run: 'java' },
  { language: 'go', label: 'Go', file: 'balance.go', run: 'go run' },
] as const

/** `file` is the name to save it as, null if it is pasted into a terminal. */
export type Sample = {
  language: (typeof languages)[number]['language']
  label: string
  code: string
  file: string | null
}

/** With the command that runs the file. */
export type Snippet = Sample & { command: string | null }

/**
 * A template shows a whole program or one call. `renew` makes a program one to keep, with its settings in variables.
 */
type View = { program?: true; call?: true; renew?: true; retry?: boolean; [value: string]: unknown }

/** The first call in six languages: a token, then a balance. Standard libraries only. */
export function firstCallSnippets(input: SnippetInput): Snippet[] {
  const filled = fill({ program: true, hasForm: true, hasBody: true, os: !input.clientSecret, ...input })
  // curl's is one chain of commands, so that a missing secret stops all of it when it is pasted.
  const pasted = { file: null, command: null }
  return filled.map((each) => (each.language === 'curl' ? { ...each, ...pasted } : each))
}

/** As the first call, but to keep: tokens are used until they expire, and 429 and 503 wait for `Retry-After`. */
export function quickStarts(missing: string) {
  return fill({ program: true, renew: true, retry: true, hasForm: true, hasBody: true, os: true, missing })
}

/** A balance query that retries a 429 or 503 after the time in `Retry-After`; the token is read from ACCESS_TOKEN. */
export function retrySnippets({ baseUrl, msisdn }: Pick<SnippetInput, 'baseUrl' | 'msisdn'>): Sample[] {
  const url = `${baseUrl}/api/eWallet/v1/account?msisdn=${msisdn}`
  return requestSamples({ method: 'GET', url, bearer: 'ACCESS_TOKEN', form: [], json: null }, true)
}

/** One call of the API in six languages. Standard libraries only; credentials and the token come from variables. */
export function requestSamples(request: SampleRequest, retry = false): Sample[] {
  const { method, bearer, form, json } = request
  const hasForm = form.length > 0
  const filled = fill({
    ...request,
    call: true,
    retry,
    os: true,
    hasForm,
    hasBody: hasForm || json !== null,
    hasHeaders: bearer !== null || json !== null,
    form: form.map((field, index) => ({ ...field, last: index === form.length - 1 })),
    quotedJson: JSON.stringify(json),
    otherMethod: method !== (hasForm ? 'POST' : 'GET'),
  })
  return filled.map(({ command, ...each }) => {
    const file = each.file.replace('balance', 'call').replace('Balance', 'Call')
    return { ...each, file: each.language === 'curl' ? null : file }
  })
}

/** Fills the template of each language; sections are Mustache's, and may begin and end on a line with code. */
function fill(view: View) {
  return languages.map(({ run, ...language }) => {
    const className = view.call ? 'Call' : 'Balance'
    const values = { ...view, className, file: language.file, send: view.retry ? 'send' : 'fetch' }
    const code = Mustache.render(readTemplate(language.language), values, {}, { escape: String })
    return { ...language, code: code.trimEnd(), command: `${run} ${language.file}` }
  })
}

const templates = new Map<string, string>()

/** Read once; what a section has on the line of its tag goes to a line of its own, which Mustache then removes. */
function readTemplate(language: string): string {
  const kept = templates.get(language)
  if (kept) return kept
  let text = readFileSync(join(process.cwd(), 'content/samples', `${language}.mustache`), 'utf8')
  const joined = /^(\{\{[#^](\w+)\}\})(?=.)([\s\S]*?)(\{\{\/\2\}\})$/m
  while (joined.test(text)) text = text.replace(joined, '$1\n$3\n$4')
  templates.set(language, text)
  return text
}
