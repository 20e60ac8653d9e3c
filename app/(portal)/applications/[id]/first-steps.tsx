import { Circle, CircleCheck } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { Card } from '@/components/ui/card'
import { TextLink } from '@/components/ui/text-link'
import { Refresh } from '@/components/validation/refresh'
import { getSettings } from '@/lib/env'
import { findFirstSteps } from '@/lib/usage/queries'
import { firstSteps } from '@/lib/usage/schema'
import { firstCallMsisdn } from '@/lib/wallet/sandbox-accounts'

/** What to try first in the Sandbox; real calls complete each step. */
export async function FirstSteps({ applicationId }: { applicationId: string }) {
  const taken = await findFirstSteps(applicationId)
  const limit = getSettings().SANDBOX_RATE_LIMIT
  // Without a rate limit, no one can hit it.
  const steps = firstSteps.filter((step) => step !== 'limitMet' || limit > 0)
  const done = steps.filter((step) => taken[step]).length
  const complete = done === steps.length
  const t = await getTranslations('usage.first')
  return (
    <Card
      title={t('title')}
      aside={<TextLink href={`/applications/${applicationId}/usage`}>{t('see')}</TextLink>}
      className="no-print"
    >
      {!complete && <Refresh seconds={15} />}
      <p role="status" className="mb-4 text-muted text-sm">
        {complete ? t('allDone') : t('progress', { done, all: steps.length })}
      </p>
      <ol className="grid gap-3">
        {steps.map((step) => (
          <li key={step} className="flex gap-3">
            <Mark done={taken[step]} label={t(taken[step] ? 'done' : 'toDo')} />
            <div className="min-w-0">
              <p className="font-medium">{t(`steps.${step}.title`)}</p>
              {!taken[step] && (
                <p className="text-muted text-sm">
                  {t(`steps.${step}.how`, { msisdn: firstCallMsisdn, limit })}
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Mark({ done, label }: { done: boolean; label: string }) {
  const Icon = done ? CircleCheck : Circle
  return (
    <span className={done ? 'text-success' : 'text-muted'}>
      <Icon className="mt-0.5 size-5" aria-hidden="true" />
      <span className="sr-only">{label}.</span>
    </span>
  )
}
