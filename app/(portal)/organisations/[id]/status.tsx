import { getTranslations } from 'next-intl/server'
import { findRevisionSentence, Standing } from '@/app/_validation/clock'
import { Moves } from '@/app/_validation/moves'
import type { Verification } from '@/lib/validation/queries'

type Props = { found: Verification }

/** The state of the verification, its due date, and the next actions on it. */
export async function Status({ found }: Props) {
  const t = await getTranslations('organisations.status')
  const { organisation, submission } = found
  return (
    <Standing sentence={t(sentenceOf(found))} submission={submission}>
      <Moves
        subject={organisation}
        submission={submission}
        revision={organisation.state === 'verified' ? { hint: t('reviseHint'), button: t('revise') } : null}
      />
    </Standing>
  )
}

function sentenceOf({ organisation: { state }, submission }: Verification) {
  return (state === 'verified' && findRevisionSentence(submission)) || state
}
