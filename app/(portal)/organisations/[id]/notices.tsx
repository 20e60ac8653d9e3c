import { getTranslations } from 'next-intl/server'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { PostResult } from '../../applications/[id]/validation/notices'

const dones = [
  'submitted',
  'saved',
  'withdrawn',
  'reopened',
  'revision',
  'sent',
  'changed',
  'proposed',
  'moved',
] as const
const refusals = {
  wrong_state: 'notices.wrong_state',
  not_found: 'notices.not_found',
  throttled: 'notices.throttled',
  form_too_large: 'refusals.form_too_large',
  too_slow: 'refusals.too_slow',
  malformed: 'refusals.malformed',
  not_yours: 'refusals.not_yours',
} as const

/** The outcome of the last post; a problem with a file or a date is next to its field. */
export async function OrganisationNotices({ result: { query, problems, dates } }: { result: PostResult }) {
  const [t, shared] = [await getTranslations('organisations.notices'), await getTranslations('validation')]
  return (
    <OneTimeNotices
      query={query}
      done={{ keys: problems.size + dates.size === 0 ? dones : [], text: (key) => t(key) }}
      refused={{
        keys: Object.keys(refusals) as (keyof typeof refusals)[],
        text: (key) => shared(refusals[key]),
      }}
    />
  )
}
