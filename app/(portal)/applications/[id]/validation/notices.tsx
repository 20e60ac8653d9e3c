import { getTranslations } from 'next-intl/server'
import { OneTimeNotices } from '@/components/one-time-notices'
import { Notice } from '@/components/ui/notice'
import { type UploadRefusal, uploadRefusals } from '@/lib/documents/schema'

const dones = ['submitted', 'saved', 'withdrawn', 'reopened', 'revision', 'sent'] as const
const refusals = ['missing_documents', 'wrong_state', 'not_found'] as const
const formProblems = ['form_too_large', 'too_slow', 'malformed', 'not_yours'] as const
const knownRefusals = new Set<string>(uploadRefusals)

/** What came of the last post, as codes in the address: made by us, but anybody can write an address. */
export type Answer = {
  /** The rest of it: `done` and `refused`. */
  query: Query
  form: (typeof formProblems)[number] | null
  /** By requirement. */
  problems: Map<string, UploadRefusal>
}

type Query = Record<string, string | string[] | undefined>

export function readAnswer(query: Query): Answer {
  const pairs = [query.problem ?? []].flat().map((each) => each.split(':'))
  const known = pairs.filter(([, code]) => knownRefusals.has(String(code)))
  const form = pairs.find(([field]) => field === 'form')?.[1]
  return {
    query,
    form: formProblems.find((each) => each === form) ?? null,
    problems: new Map(known.map(([field, code]) => [String(field), code as UploadRefusal])),
  }
}

/** The last post in words, above everything; what is wrong with a file stands beside its field. */
export async function PageNotices({ answer: { query, form, problems } }: { answer: Answer }) {
  const t = await getTranslations('validation')
  return (
    <>
      <OneTimeNotices
        query={query}
        done={{ keys: problems.size === 0 ? dones : [], text: (key) => t(`notices.${key}`) }}
        refused={{ keys: refusals, text: (key) => t(`notices.${key}`) }}
      />
      {form && (
        <Notice tone="danger" role="alert">
          {t(`refusals.${form}`)}
        </Notice>
      )}
    </>
  )
}
