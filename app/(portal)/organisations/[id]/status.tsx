import { getTranslations } from 'next-intl/server'
import { moveSubmission } from '@/app/_validation/actions'
import { Standing } from '@/app/_validation/clock'
import { Move } from '@/app/_validation/move'
import type { Verification } from '@/lib/validation/queries'

type Props = { found: Verification }

/** The state of the verification, its due date, and the next actions on it. */
export async function Status({ found }: Props) {
  const t = await getTranslations('organisations.status')
  return (
    <Standing sentence={t(sentenceOf(found))} submission={found.submission}>
      <Moves found={found} />
    </Standing>
  )
}

function sentenceOf({ organisation: { state }, submission }: Verification) {
  if (state !== 'verified' || !submission.revision || submission.state === 'approved') return state
  if (submission.state === 'in_validation') return 'revisionWaiting'
  return submission.state === 'rejected' ? 'revisionRejected' : 'revisionDraft'
}

async function Moves({ found: { organisation, submission } }: Props) {
  const t = await getTranslations('validation.status')
  const own = await getTranslations('organisations.status')
  const act = (what: 'withdrawn' | 'reopened' | 'revision') =>
    moveSubmission.bind(null, organisation.id, what)
  if (submission.state === 'in_validation')
    return (
      <Move
        submission={submission}
        action={act('withdrawn')}
        hint={t('withdrawHint')}
        button={t('withdraw')}
      />
    )
  if (organisation.state === 'rejected')
    return (
      <Move submission={submission} action={act('reopened')} hint={t('reopenHint')} button={t('reopen')} />
    )
  const over = submission.state === 'approved' || submission.state === 'rejected'
  if (organisation.state === 'verified' && over)
    return (
      <Move
        submission={submission}
        action={act('revision')}
        hint={own('reviseHint')}
        button={own('revise')}
      />
    )
  return null
}
