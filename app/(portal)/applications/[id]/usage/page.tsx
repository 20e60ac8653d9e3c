import { ChartColumn } from 'lucide-react'
import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { applicationPath } from '@/components/application-nav'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { buttonLook } from '@/components/ui/button-look'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'
import { Refresh } from '@/components/validation/refresh'
import type { Application } from '@/generated/prisma/client'
import { now } from '@/lib/clock'
import { statesWithSecret } from '@/lib/credentials/commands'
import { findUsage } from '@/lib/usage/queries'
import { ApplicationFrame, applicationTitle } from '../frame'
import { requireApplication } from '../page-data'
import { explain } from './actions'
import { readView, type View, viewAddress } from './address'
import { Calls } from './calls'
import { Charts, Numbers } from './charts'
import { rangeNames, rangeUntil } from './range'
import { Totals } from './totals'
import { callsOf, usageWording } from './wording'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { application } = await requireApplication((await params).id, 'usage')
  return { title: applicationTitle(application.name, (await getTranslations('usage'))('title')) }
}

export default async function UsagePage({ params, searchParams }: Props) {
  const { application } = await requireApplication((await params).id, 'usage')
  const { id } = application
  const view = readView(await searchParams)
  const t = await getTranslations('usage')
  return (
    <ApplicationFrame application={application} current="usage" title={t('title')} lead={t('lead')}>
      <Refresh seconds={15} />
      <div className="grid gap-6">
        <RangeNav applicationId={id} view={view} />
        <Period application={application} view={view} />
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
      </div>
    </ApplicationFrame>
  )
}

async function RangeNav({ applicationId, view }: { applicationId: string; view: View }) {
  const t = await getTranslations('usage.range')
  return (
    <nav aria-label={t('label')} className="no-print">
      <ul className="flex flex-wrap gap-2">
        {rangeNames.map((range) => (
          <li key={range}>
            <Link
              href={viewAddress(applicationId, { ...view, range })}
              aria-current={range === view.range ? 'true' : undefined}
              className={buttonLook({
                variant: range === view.range ? 'primary' : 'secondary',
                size: 'small',
              })}
            >
              {t(range)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type PeriodProps = { application: Pick<Application, 'id' | 'state'>; view: View }

async function Period({ application, view }: PeriodProps) {
  const { from, to, stepMinutes } = rangeUntil(view.range, now())
  const { points, total } = await findUsage(application.id, from, to, stepMinutes)
  if (callsOf(total) === 0) return <Nothing application={application} />
  const wording = await usageWording(view.range)
  return (
    <>
      <Totals total={total} wording={wording} />
      <Charts points={points} total={total} wording={wording} />
      <Numbers points={points} wording={wording} />
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
