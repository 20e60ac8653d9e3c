import { getFormatter, getTranslations } from 'next-intl/server'
import { ChecklistRow } from '@/app/_validation/checklist-row'
import { Documents } from '@/app/_validation/documents'
import type { PostResult } from '@/app/_validation/notices'
import { applicationPath } from '@/components/application-pages'
import { classNames } from '@/components/class-names'
import { CaseList } from '@/components/rehearsal/case-list'
import { rehearsalFacts } from '@/components/rehearsal/facts'
import { Stepper } from '@/components/stepper'
import { DateTime } from '@/components/ui/date-time'
import { FactList } from '@/components/ui/definition-list'
import { TextLink } from '@/components/ui/text-link'
import { getLocale } from '@/i18n/current-locale'
import { findApplicationFor, listRunnable } from '@/lib/applications/queries'
import { goLiveStep, goLiveSteps, isToBeSent } from '@/lib/applications/states'
import {
  findRehearsal,
  findRehearsalToSubmit,
  findSubmittedRehearsal,
  listCaseRequirements,
} from '@/lib/rehearsals/queries'
import { countPassed, listUnpassed, type RehearsalView } from '@/lib/rehearsals/schema'
import { localised } from '@/lib/translations'
import { type ApplicantValidation, findReadiness, type OwnSubmission } from '@/lib/validation/queries'

type Props = { found: ApplicantValidation; result: PostResult; developerId: string }

/** What going live takes, in one list: what is there, what is missing, what is with the reviewers. */
export async function GoLive({ found, result, developerId }: Props) {
  const { application, submission } = found
  const { id, description, allowedNetworks } = application
  const t = await getTranslations('validation.goLive')
  return (
    <section aria-label={t('title')} className="grid gap-4">
      {isToBeSent(submission.state) && <Tally found={found} />}
      <Documents
        subject={{ type: 'application', id }}
        {...{ submission, result, developerId }}
        submit={(await getTranslations('validation.documents'))('submit')}
        before={
          <>
            <ChecklistRow
              tone="done"
              sign={t('done')}
              name={t('rows.details')}
              act={
                isToBeSent(submission.state) && (
                  <TextLink href={applicationPath(id, 'general')}>{t('edit')}</TextLink>
                )
              }
            >
              {description || t('noDescription')}
            </ChecklistRow>
            <RehearsalRow {...{ application, submission, developerId }} />
          </>
        }
        after={
          <ChecklistRow
            tone={allowedNetworks.length > 0 ? 'done' : 'open'}
            sign={t(allowedNetworks.length > 0 ? 'done' : 'optional')}
            name={t('rows.addresses')}
            act={<TextLink href={applicationPath(id, 'addresses')}>{t('open')}</TextLink>}
          >
            {t('addresses', { count: allowedNetworks.length })}
          </ChecklistRow>
        }
      />
    </section>
  )
}

/** How many of the required are there, and the names of the others. */
async function Tally({ found }: Pick<Props, 'found'>) {
  const t = await getTranslations('validation.goLive')
  const format = await getFormatter()
  const locale = await getLocale()
  const { ready, needed, rehearsal, documents } = await findReadiness(found)
  const missing = [
    ...(rehearsal.required && !rehearsal.done ? [t('rows.rehearsal')] : []),
    ...documents
      .filter(({ required, done }) => required && !done)
      .map(({ requirement }) => localised(requirement, 'name', locale)),
  ]
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <p className="font-semibold text-3xl tabular-nums">
          {ready}
          <span className="text-muted"> / {needed}</span>
        </p>
        <p className="min-w-0 flex-1">
          {missing.length === 0
            ? t('complete')
            : t('missing', { count: missing.length, names: format.list(missing) })}
        </p>
      </div>
      <div aria-hidden="true" className="flex gap-1">
        {Array.from({ length: needed }, (_, index) => (
          <span
            key={String(index)}
            className={classNames('h-1 flex-1 rounded-full', index < ready ? 'bg-fill' : 'bg-line')}
          />
        ))}
      </div>
    </>
  )
}

/** What was done, where it is, and what comes. */
export async function GoLiveSteps({ state }: Pick<ApplicantValidation['application'], 'state'>) {
  const t = await getTranslations('validation.goLive')
  return (
    <Stepper
      label={t('next')}
      current={goLiveStep(state)}
      steps={goLiveSteps.map((step) => ({ title: t(`steps.${step}.title`), body: t(`steps.${step}.body`) }))}
    />
  )
}

type RehearsalRowProps = {
  application: ApplicantValidation['application']
  submission: OwnSubmission
  developerId: string
}

/**
 * The report that the submission was sent with; before that, the one that it would be, what it does not show yet, how
 * far one is that still runs, and where to go on with it.
 */
async function RehearsalRow({ application, submission, developerId }: RehearsalRowProps) {
  const t = await getTranslations('rehearsal.report')
  const row = await getTranslations('validation.goLive')
  const name = await getTranslations('rehearsal.cases')
  const open = isToBeSent(submission.state)
  const rehearsal = await (open
    ? findRehearsalToSubmit(application.id)
    : findSubmittedRehearsal(submission.id))
  const unpassed = open ? listUnpassed(await listCaseRequirements(), rehearsal) : []
  const sandboxId =
    rehearsal?.applicationId ?? application.sandboxId ?? (await listRunnable(developerId))[0]?.id
  const latest = open && sandboxId ? await findRehearsal(sandboxId, developerId) : null
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
      act={
        open && sandboxId && <TextLink href={applicationPath(sandboxId, 'rehearsal')}>{row('open')}</TextLink>
      }
    >
      {unpassed.length > 0 && (
        <p className="text-warning">{t('missing', { cases: unpassed.map((id) => name(id)).join(', ') })}</p>
      )}
      {rehearsal && <Score {...{ rehearsal, developerId }} />}
      {latest?.state === 'running' ? (
        <p>{t('running', countPassed(latest))}</p>
      ) : (
        <p>{rehearsal ? texts.found : texts.none}</p>
      )}
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
      {rehearsal.finishedAt && <DateTime at={rehearsal.finishedAt} as="day" />}
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
