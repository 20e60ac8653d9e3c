import { getTranslations } from 'next-intl/server'
import { CaseList } from '@/components/rehearsal/case-list'
import { rehearsalFacts } from '@/components/rehearsal/facts'
import { Card } from '@/components/ui/card'
import { FactList } from '@/components/ui/fact-list'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'
import { findApplicationFor } from '@/lib/applications/queries'
import { isToBeSent } from '@/lib/documents/schema'
import { findRehearsalToSubmit, findSubmittedRehearsal, listCaseRequirements } from '@/lib/rehearsals/queries'
import { listUnpassed, type RehearsalView } from '@/lib/rehearsals/schema'
import type { OwnSubmission } from '@/lib/validation/queries'

type Props = {
  applicationId: string
  submission: OwnSubmission
  developerId: string
}

/**
 * The report that the submission was sent with; before that, the one that it would be, and what it does not
 * show yet.
 */
export async function Rehearsal({ applicationId, submission, developerId }: Props) {
  const t = await getTranslations('rehearsal.report')
  const open = isToBeSent(submission.state)
  const rehearsal = await (open
    ? findRehearsalToSubmit(applicationId)
    : findSubmittedRehearsal(submission.id))
  const texts = open
    ? { found: t('toSubmit'), none: t('noneToSubmit') }
    : { found: t('frozen'), none: t('none') }
  return (
    <Card title={t('title')} id="rehearsal">
      <div className="grid gap-4 text-sm">
        {open && <Missing rehearsal={rehearsal} />}
        <p>{rehearsal ? texts.found : texts.none}</p>
        {rehearsal && <Report rehearsal={rehearsal} developerId={developerId} />}
      </div>
    </Card>
  )
}

async function Missing({ rehearsal }: { rehearsal: RehearsalView | null }) {
  const t = await getTranslations('rehearsal.report')
  const name = await getTranslations('rehearsal.cases')
  const missing = listUnpassed(await listCaseRequirements(), rehearsal)
  if (missing.length === 0) return null
  return <Notice tone="warning">{t('missing', { cases: missing.map((id) => name(id)).join(', ') })}</Notice>
}

/** Links lead to applications that this person may see, and to their calls. */
async function Report({ rehearsal, developerId }: { rehearsal: RehearsalView; developerId: string }) {
  const t = await getTranslations('rehearsal')
  const { applicationId } = rehearsal
  const rehearsed = await findApplicationFor(developerId, 'usage', applicationId)
  const pathOf = (requestId: string) => `/applications/${applicationId}/requests/${requestId}`
  const application = rehearsed && (
    <TextLink href={`/applications/${applicationId}/rehearsal`}>{rehearsed.name}</TextLink>
  )
  return (
    <>
      <FactList
        items={[
          ...(application ? [{ term: t('facts.application'), value: application }] : []),
          ...(await rehearsalFacts(rehearsal)),
        ]}
      />
      <details>
        <summary className="min-h-6 cursor-pointer text-muted underline">{t('report.show')}</summary>
        <div className="mt-4">
          <CaseList rehearsal={rehearsal} pathOf={rehearsed ? pathOf : undefined} />
        </div>
      </details>
    </>
  )
}
