import { CircleCheck } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import type { ComponentProps } from 'react'
import { classNames } from '@/components/class-names'
import { Refresh } from '@/components/ui/refresh'
import { TextLink } from '@/components/ui/text-link'
import type { Application } from '@/generated/prisma/client'
import { limitOf } from '@/lib/applications/queries'
import { failsOften, type Health } from '@/lib/usage/health'
import { findFirstSteps } from '@/lib/usage/queries'
import { type FirstStep, firstSteps } from '@/lib/usage/schema'
import { firstCallMsisdn } from '@/lib/wallet/sandbox-accounts'

type Props = {
  application: Pick<Application, 'id' | 'environment' | 'rateLimit'>
  health: Pick<Health, 'day' | 'mood'>
  /** What tells that there were more calls. */
  watch: ComponentProps<typeof Refresh>['watch']
}

/** Where each step can be taken. */
const places: Record<FirstStep, 'first-call' | 'try'> = {
  token: 'first-call',
  balance: 'first-call',
  unknownAccount: 'try',
  refusalHandled: 'first-call',
  limitMet: 'first-call',
}

/** The first steps in the Sandbox, as a bar that real calls fill; a line once all of it is done, and few calls fail. */
export async function FirstSteps({ application, health, watch }: Props) {
  const { id } = application
  const taken = await findFirstSteps(id)
  const limit = limitOf(application)
  // Without a rate limit, no one can hit it.
  const steps = firstSteps.filter((step) => step !== 'limitMet' || limit > 0)
  const next = steps.find((step) => !taken[step])
  const t = await getTranslations('usage.first')
  if (!next) return failsOften(health) ? null : <AllDone applicationId={id} />
  return (
    <section
      aria-labelledby="first-steps"
      className="no-print grid min-w-0 gap-3 rounded-2xl border border-line bg-surface px-5 py-4 shadow-card"
    >
      <Refresh seconds={3} watch={watch} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="first-steps" className="text-base">
          {t('title')}
        </h2>
        <p role="status" className="text-muted text-sm">
          {t('progress', { done: steps.filter((step) => taken[step]).length, all: steps.length })}
        </p>
      </div>
      <ol className="flex gap-2">
        {steps.map((step) => (
          <Step key={step} step={step} done={taken[step]} next={step === next} />
        ))}
      </ol>
      <p className="text-sm">
        <span className="font-medium">{t(`steps.${next}.title`)}</span>{' '}
        <span className="text-muted">{t(`steps.${next}.how`, { msisdn: firstCallMsisdn, limit })}</span>{' '}
        <TextLink href={places[next] === 'try' ? `/applications/${id}/try` : '#first-call'}>
          {t(places[next] === 'try' ? 'openConsole' : 'showCall')}
        </TextLink>
      </p>
    </section>
  )
}

/** A segment of the bar; on a phone, its name is for screen readers only. */
async function Step({ step, done, next }: { step: FirstStep; done: boolean; next: boolean }) {
  const t = await getTranslations('usage.first')
  return (
    <li className="grid min-w-0 flex-1 content-start gap-1.5" aria-current={next ? 'step' : undefined}>
      <span
        aria-hidden="true"
        className={classNames(
          'h-1.5 rounded-full',
          done ? 'bg-success' : 'bg-raised ring-1 ring-line ring-inset',
        )}
      />
      <span className={classNames('text-xs max-sm:sr-only', done || next ? 'text-ink' : 'text-muted')}>
        <span className="sr-only">{t(done ? 'done' : 'toDo')}. </span>
        {t(`steps.${step}.title`)}
      </span>
    </li>
  )
}

async function AllDone({ applicationId }: { applicationId: string }) {
  const t = await getTranslations('usage.first')
  return (
    <p role="status" className="no-print flex items-start gap-2 text-muted text-sm">
      <CircleCheck className="size-5 shrink-0 text-success" aria-hidden="true" />
      <span>
        {t('allDone')} <TextLink href={`/applications/${applicationId}/traffic`}>{t('see')}</TextLink>
      </span>
    </p>
  )
}
