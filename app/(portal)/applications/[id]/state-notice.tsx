import { getTranslations } from 'next-intl/server'
import { Clock } from '@/app/_validation/clock'
import { DecisionPromise } from '@/app/_validation/promise'
import { applicationPath } from '@/components/application-pages'
import { Counters } from '@/components/counters'
import { StateBadge } from '@/components/state-badge'
import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { TeamApplication } from '@/lib/applications/queries'
import { findApplicantValidation } from '@/lib/validation/queries'
import { goLiveStep, goLiveSteps } from './validation/go-live'

type Props = { application: TeamApplication; developerId: string }

/**
 * What an application waits for that is not active, and for whom: its one next step, by when it is decided, and where
 * it is on the way to Production. Empty while it is active.
 */
export async function StateNotice({ application, developerId }: Props) {
  const { id, state } = application
  if (state === 'active' || state === 'deleted') return null
  const t = await getTranslations('applications.notice')
  if (state === 'suspended')
    return (
      <Notice tone="warning" title={t(`${state}.title`)}>
        {t(`${state}.body`)}
      </Notice>
    )
  const steps = await getTranslations('validation.goLive')
  const submission = (await findApplicantValidation(id, developerId))?.submission
  return (
    <>
      <section className="grid gap-x-14 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid content-start justify-items-start gap-1.5">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <h2 className="text-3xl">{t(`${state}.title`)}</h2>
            <StateBadge state={state} />
          </div>
          <p className="max-w-prose text-muted">{t(`${state}.body`)}</p>
          <ButtonLink href={applicationPath(id, 'validation')} className="mt-3">
            {t(`${state}.action`)}
          </ButtonLink>
        </div>
        {submission && (
          <div className="grid content-start gap-4 text-sm">
            <Clock submission={submission} />
            <DecisionPromise submission={submission} />
          </div>
        )}
      </section>
      <Counters
        label={steps('next')}
        current={goLiveStep(state)}
        steps={goLiveSteps.map((step) => ({
          title: steps(`steps.${step}.title`),
          body: steps(`steps.${step}.body`),
        }))}
      />
    </>
  )
}
