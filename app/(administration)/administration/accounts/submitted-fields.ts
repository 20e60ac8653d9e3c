import { queryReader, queryText } from '@/app/_request/query'
import type { Query } from '@/components/query'
import type { Messages } from '@/generated/messages'

const names = ['environment', 'asOf', 'complete', 'allowRemovals', 'skipBad'] as const
const text = queryText(60)
const read = queryReader({
  environment: text,
  asOf: text,
  complete: text,
  allowRemovals: text,
  skipBad: text,
})

export type UploadProblem = keyof Messages['accountFiles']['errors']

/** Of what was sent, the fields that the form shows again. */
export function submittedFields(fields: Query) {
  return read(fields)
}

/** The codes of what is wrong, by field, from the query; unknown ones are left out. */
export function readProblems(query: Query, known: (code: string) => code is UploadProblem) {
  const problems: Record<string, UploadProblem> = {}
  for (const each of [query.problem ?? []].flat().slice(0, 10)) {
    const [field = '', code = ''] = each.split(':')
    if ((field === 'file' || field === 'password' || names.includes(field as never)) && known(code))
      problems[field] ??= code
  }
  return problems
}
