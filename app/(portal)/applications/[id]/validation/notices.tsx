import { getTranslations } from 'next-intl/server'
import { Notice } from '@/components/ui/notice'
import { type UploadRefusal, uploadRefusals } from '@/lib/documents/schema'

const dones = ['submitted', 'saved', 'withdrawn', 'reopened', 'revision', 'sent'] as const
const refusals = ['missing_documents', 'wrong_state', 'not_found'] as const
const formProblems = ['form_too_large', 'too_slow', 'malformed', 'not_yours'] as const
const knownRefusals = new Set<string>(uploadRefusals)

/** What came of the last post, as codes in the address: made by us, but anybody can write an address. */
export type Answer = {
  done: (typeof dones)[number] | null
  refused: (typeof refusals)[number] | null
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
    done: dones.find((each) => each === query.done) ?? null,
    refused: refusals.find((each) => each === query.refused) ?? null,
    form: formProblems.find((each) => each === form) ?? null,
    problems: new Map(known.map(([field, code]) => [String(field), code as UploadRefusal])),
  }
}

/** The last post in words, above everything; what is wrong with a file stands beside its field. */
export async function PageNotices({ answer: { done, refused, form, problems } }: { answer: Answer }) {
  const t = await getTranslations('validation')
  return (
    <>
      {done && problems.size === 0 && (
        <Notice tone="success" role="status">
          {t(`notices.${done}`)}
        </Notice>
      )}
      {refused && (
        <Notice tone="danger" role="alert">
          {t(`notices.${refused}`)}
        </Notice>
      )}
      {form && (
        <Notice tone="danger" role="alert">
          {t(`refusals.${form}`)}
        </Notice>
      )}
    </>
  )
}
