import { getTranslations } from 'next-intl/server'
import { findRevisionSentence, Standing } from '@/app/_validation/clock'
import { Moves } from '@/app/_validation/moves'
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
  const { application, submission } = found
  const isActive = application.state === 'active'
  return (
    <Standing sentence={t(sentence)} submission={submission}>
      <Proof found={found} />
      <Moves
        subject={application}
        submission={submission}
        revision={isActive ? { hint: t('reviseHint'), button: t('revise') } : null}
      />
      {isActive && (
        <p>
          <TextLink href={`/applications/${application.id}/certificate`}>{t('certificate')}</TextLink>
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
  return (state === 'active' && findRevisionSentence(submission)) || state
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
