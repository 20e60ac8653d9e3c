import { getFormatter, getTranslations } from 'next-intl/server'
import { ChecklistRow } from '@/app/_validation/checklist-row'
import { Documents } from '@/app/_validation/documents'
import type { PostResult } from '@/app/_validation/notices'
import { applicationPath } from '@/components/application-pages'
import { classNames } from '@/components/class-names'
import { TextLink } from '@/components/ui/text-link'
import { getLocale } from '@/i18n/current-locale'
import { isToBeSent, turnOf } from '@/lib/applications/states'
import { localised } from '@/lib/translations'
import type { ApplicantValidation } from '@/lib/validation/queries'
import { findReadiness } from '@/lib/validation/readiness'
import { RehearsalRow } from './rehearsal'

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
              act={<TextLink href={applicationPath(id, 'general')}>{t('edit')}</TextLink>}
            >
              {description || t('noDescription')}
            </ChecklistRow>
            <RehearsalRow {...{ applicationId: id, submission, developerId }} />
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

export const goLiveSteps = ['draft', 'submit', 'review', 'proof', 'live'] as const
type State = ApplicantValidation['application']['state']

/** The number of the step that an application in this state has come to. */
export function goLiveStep(state: State): number {
  const turn = turnOf(state)
  return turn ? { owner: 1, reviewer: 2, system: 3 }[turn] : 4
}

/** What was done, where it is, and what comes. */
export async function NextSteps({ state }: { state: State }) {
  const t = await getTranslations('validation.goLive')
  const here = goLiveStep(state)
  return (
    <section aria-labelledby="next-steps">
      <h2 id="next-steps" className="mb-3 text-subject">
        {t('next')}
      </h2>
      <ol>
        {goLiveSteps.map((step, index) => (
          <li
            key={step}
            aria-current={index === here ? 'step' : undefined}
            className="relative pb-4 pl-7 text-sm not-last:before:absolute not-last:before:top-5 not-last:before:-bottom-1 not-last:before:left-1.25 not-last:before:border-line not-last:before:border-l-[1.5px]"
          >
            <span
              aria-hidden="true"
              className={classNames(
                'absolute top-1.5 left-px size-2.5 rounded-full border-[1.5px]',
                index < here && 'border-line-strong bg-line-strong',
                index === here && 'border-accent bg-accent ring-3 ring-accent-soft',
                index > here && 'border-line-strong',
              )}
            />
            <span className="font-medium">{t(`steps.${step}.title`)}</span>
            <p className="text-muted text-xs">{t(`steps.${step}.body`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
