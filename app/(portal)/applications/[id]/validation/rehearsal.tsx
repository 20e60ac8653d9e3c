import { getTranslations } from 'next-intl/server'
import { ChecklistRow } from '@/app/_validation/checklist-row'
import { CaseList } from '@/components/rehearsal/case-list'
import { rehearsalFacts } from '@/components/rehearsal/facts'
import { FactList } from '@/components/ui/fact-list'
import { Moment } from '@/components/ui/moment'
import { TextLink } from '@/components/ui/text-link'
import { findApplicationFor } from '@/lib/applications/queries'
import { isToBeSent } from '@/lib/applications/states'
import { findRehearsalToSubmit, findSubmittedRehearsal, listCaseRequirements } from '@/lib/rehearsals/queries'
import { countPassed, listUnpassed, type RehearsalView } from '@/lib/rehearsals/schema'
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
export async function RehearsalRow({ applicationId, submission, developerId }: Props) {
  const t = await getTranslations('rehearsal.report')
  const row = await getTranslations('validation.goLive')
  const name = await getTranslations('rehearsal.cases')
  const open = isToBeSent(submission.state)
  const rehearsal = await (open
    ? findRehearsalToSubmit(applicationId)
    : findSubmittedRehearsal(submission.id))
  const unpassed = open ? listUnpassed(await listCaseRequirements(), rehearsal) : []
  const texts = open
    ? { found: t('toSubmit'), none: t('noneToSubmit') }
    : { found: t('frozen'), none: t('none') }
  const tone = unpassed.length > 0 ? 'todo' : rehearsal ? 'done' : 'open'
  return (
    <ChecklistRow
      id="rehearsal"
      tone={tone}
      sign={row(({ todo: 'toDo', done: 'done', open: 'optional' } as const)[tone])}
      name={row('rows.rehearsal')}
    >
      {unpassed.length > 0 && (
        <p className="text-warning">{t('missing', { cases: unpassed.map((id) => name(id)).join(', ') })}</p>
      )}
      {rehearsal && <Score {...{ rehearsal, developerId }} />}
      <p>{rehearsal ? texts.found : texts.none}</p>
      {rehearsal && <Report {...{ rehearsal, developerId }} />}
    </ChecklistRow>
  )
}

type ReportProps = { rehearsal: RehearsalView; developerId: string }

async function Score({ rehearsal, developerId }: ReportProps) {
  const t = await getTranslations('validation.goLive')
  const rehearsed = await findApplicationFor(developerId, 'usage', rehearsal.applicationId)
  return (
    <p className="flex flex-wrap gap-x-2 text-ink text-sm">
      <span>{t('passed', countPassed(rehearsal))}</span>
      {rehearsed && <TextLink href={`/applications/${rehearsed.id}/rehearsal`}>{rehearsed.name}</TextLink>}
      {rehearsal.finishedAt && <Moment at={rehearsal.finishedAt} as="day" />}
    </p>
  )
}

/** Calls lead to their pages, for someone who may see the application. */
async function Report({ rehearsal, developerId }: ReportProps) {
  const t = await getTranslations('rehearsal.report')
  const { applicationId } = rehearsal
  const rehearsed = await findApplicationFor(developerId, 'usage', applicationId)
  const pathOf = (requestId: string) => `/applications/${applicationId}/requests/${requestId}`
  return (
    <details>
      <summary className="min-h-6 cursor-pointer underline">{t('show')}</summary>
      <div className="mt-3 grid gap-4 text-ink">
        <FactList items={await rehearsalFacts(rehearsal)} />
        <CaseList rehearsal={rehearsal} pathOf={rehearsed ? pathOf : undefined} />
      </div>
    </details>
  )
}
