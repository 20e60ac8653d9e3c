import { ChartColumn } from 'lucide-react'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { applicationPath } from '@/components/application-nav'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'
import { Charts, Numbers } from '@/components/usage/charts'
import { Parts } from '@/components/usage/parts'
import { Totals } from '@/components/usage/totals'
import { callsOf, usageWording } from '@/components/usage/wording'
import { Refresh } from '@/components/validation/refresh'
import type { Application } from '@/generated/prisma/client'
import { now } from '@/lib/clock'
import { statesWithSecret } from '@/lib/credentials/commands'
import { toMaskedMsisdn } from '@/lib/usage/call-log'
import { findUsage, findUsageParts } from '@/lib/usage/history'
import { choosePeriod, type Period } from '@/lib/usage/range'
import { Deprecations } from '../deprecations'
import { ApplicationFrame, titledApplication } from '../frame'
import { explain } from './actions'
import { readView, type View, viewAddress } from './address'
import { Calls } from './calls'
import { LimitCard } from './limit/limit-card'
import { PeriodChoice, withoutPeriod } from './period-choice'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

export const generateMetadata = titledApplication('usage', 'usage')

export default async function UsagePage({ params, searchParams }: Props) {
  const { application } = await requireApplication((await params).id, 'usage')
  const { id } = application
  const query = await searchParams
  const view = readView(query)
  // A whole number does not stay in the URL.
  const msisdn = view.msisdn && toMaskedMsisdn(view.msisdn)
  if (msisdn && msisdn !== view.msisdn) redirect(`${viewAddress(id, { ...view, msisdn })}#calls`)
  const { period, problem } = choosePeriod(view, now())
  const t = await getTranslations('usage')
  return (
    <ApplicationFrame application={application} current="usage" title={t('title')} lead={t('lead')}>
      <Refresh seconds={15} />
      <div className="grid gap-6">
        <Deprecations applicationId={id} />
        <PeriodChoice applicationId={id} view={view} problem={problem} />
        <PeriodView application={application} view={view} period={period} />
        <Card title={t('explain.title')} className="no-print">
          <ActionForm
            action={explain.bind(null, id)}
            summary={false}
            className="max-w-none sm:grid-cols-[1fr_auto] sm:items-end"
          >
            <TextInput
              name="request"
              label={t('explain.field')}
              hint={t('explain.hint')}
              maxLength={2000}
              autoComplete="off"
              spellCheck={false}
              mono
            />
            <SubmitButton variant="secondary" className="min-h-11 justify-self-start">
              {t('explain.button')}
            </SubmitButton>
          </ActionForm>
        </Card>
        <Calls applicationId={id} view={view} />
        <LimitCard application={application} query={query} />
      </div>
    </ApplicationFrame>
  )
}

type PeriodProps = {
  application: Pick<Application, 'id' | 'state'>
  view: View
  period: Period
}

async function PeriodView({ application, view, period }: PeriodProps) {
  const { from, to, stepMinutes } = period
  const { points, total } = await findUsage(application.id, from, to, stepMinutes)
  if (callsOf(total) === 0) return <Nothing application={application} />
  const wording = await usageWording()
  const zoom = viewAddress(application.id, withoutPeriod(view))
  return (
    <>
      <Totals total={total} wording={wording} />
      <Charts points={points} total={total} period={period} zoom={zoom} wording={wording} />
      <Parts parts={await findUsageParts(application.id, from, to, stepMinutes)} wording={wording} />
      <Numbers points={points} period={period} wording={wording} />
    </>
  )
}

/** Links to the console once there is a secret; before that, to the validation. */
async function Nothing({ application: { id, state } }: Pick<PeriodProps, 'application'>) {
  const callable = statesWithSecret.includes(state)
  const t = await getTranslations('usage.empty')
  return (
    <EmptyState
      icon={<ChartColumn aria-hidden="true" />}
      title={t('title')}
      action={
        <ButtonLink href={applicationPath(id, callable ? 'try' : 'validation')}>
          {t(callable ? 'action' : 'validation')}
        </ButtonLink>
      }
    >
      {t(callable ? 'body' : 'beforeApproval')}
    </EmptyState>
  )
}
