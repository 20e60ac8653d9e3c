import { getTranslations } from 'next-intl/server'
import { moveSubmission } from '@/app/_validation/actions'
import { Standing } from '@/app/_validation/clock'
import { Move } from '@/app/_validation/move'
import { ProofProblem } from '@/app/_validation/proof-problem'
import { buttonLook } from '@/components/ui/button-look'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Refresh } from '@/components/ui/refresh'
import { TextLink } from '@/components/ui/text-link'
import type { ApplicantValidation } from '@/lib/validation/queries'

type Props = { found: ApplicantValidation }

/** The state of the validation, its due date, and the developer's actions on it. */
export async function Status({ found }: Props) {
  const t = await getTranslations('validation.status')
  const sentence = sentenceOf(found)
  if (!sentence) return null
  return (
    <Standing sentence={t(sentence)} submission={found.submission}>
      <Proof found={found} />
      <Moves found={found} />
      {found.application.state === 'active' && (
        <p>
          <TextLink href={`/applications/${found.application.id}/certificate`}>{t('certificate')}</TextLink>
        </p>
      )}
    </Standing>
  )
}

function sentenceOf({ application, submission }: ApplicantValidation) {
  const { state } = application
  if (state === 'deleted') return 'suspended'
  // The tally says it.
  if (state === 'draft') return null
  if (!submission.revision || state !== 'active' || submission.state === 'approved') return state
  if (submission.state === 'in_validation') return 'revisionWaiting'
  if (submission.state === 'changes_requested') return 'changes_requested'
  return submission.state === 'rejected' ? 'revisionRejected' : 'revisionDraft'
}

async function Proof({ found: { application, submission } }: Props) {
  const t = await getTranslations('validation.status')
  const { proofError } = submission
  return (
    <>
      {proofError && (
        <Notice tone="warning">
          <p>
            {t.rich(application.state === 'activating' ? 'proofFailing' : 'proofFailed', {
              problem: () => <ProofProblem problem={proofError} />,
            })}
          </p>
        </Notice>
      )}
      {application.state === 'activating' && (
        <>
          <Refresh seconds={3} />
          <Link
            href={`/applications/${application.id}/validation`}
            className={buttonLook({ variant: 'secondary' })}
          >
            {t('reload')}
          </Link>
        </>
      )}
    </>
  )
}

async function Moves({ found: { application, submission } }: Props) {
  const t = await getTranslations('validation.status')
  const act = (what: 'withdrawn' | 'reopened' | 'revision') => moveSubmission.bind(null, application.id, what)
  if (submission.state === 'in_validation')
    return (
      <Move
        submission={submission}
        action={act('withdrawn')}
        hint={t('withdrawHint')}
        button={t('withdraw')}
      />
    )
  if (application.state === 'rejected')
    return (
      <Move submission={submission} action={act('reopened')} hint={t('reopenHint')} button={t('reopen')} />
    )
  const over = submission.state === 'approved' || submission.state === 'rejected'
  if (application.state === 'active' && over)
    return (
      <Move submission={submission} action={act('revision')} hint={t('reviseHint')} button={t('revise')} />
    )
  return null
}
