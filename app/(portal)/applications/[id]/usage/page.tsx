import { permanentRedirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { applicationPath } from '@/components/application-pages'
import type { Query } from '@/components/query'
import { Refresh } from '@/components/ui/refresh'
import { Charts, Numbers } from '@/components/usage/charts'
import { Parts } from '@/components/usage/parts'
import { Totals } from '@/components/usage/totals'
import { callsOf, usageWording } from '@/components/usage/wording'
import type { Application } from '@/generated/prisma/client'
import { now } from '@/lib/clock'
import { findUsage, findUsageParts } from '@/lib/usage/history'
import { choosePeriod, type Period } from '@/lib/usage/range'
import { Deprecations } from '../deprecations'
import { ApplicationFrame, titledApplication } from '../frame'
import { NoCalls } from '../no-calls'
import { findMovedLog, readView, type View, viewAddress } from './address'
import { LimitCard } from './limit/limit-card'
import { PeriodChoice, withoutPeriod } from './period-choice'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

export const generateMetadata = titledApplication('usage', 'usage')

export default async function UsagePage({ params, searchParams }: Props) {
  const { application } = await requireApplication((await params).id, 'usage')
  const { id } = application
  const query = await searchParams
  const view = readView(query)
  const moved = findMovedLog(id, query)
  if (moved) permanentRedirect(moved)
  const { period, problem } = choosePeriod(view, now())
  const t = await getTranslations('usage')
  return (
    <ApplicationFrame application={application} current="usage" title={t('title')} lead={t('lead')}>
      <Refresh seconds={15} />
      <div className="grid gap-6">
        <Deprecations applicationId={id} />
        <PeriodChoice applicationId={id} view={view} problem={problem} />
        <PeriodView application={application} view={view} period={period} />
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
  if (callsOf(total) === 0)
    return <NoCalls application={application} title={(await getTranslations('usage.empty'))('title')} />
  const wording = await usageWording()
  const zoom = viewAddress(application.id, withoutPeriod(view))
  const requests = applicationPath(application.id, 'requests')
  const place = { path: requests, from, to }
  return (
    <>
      <Totals total={total} wording={wording} place={place} />
      <Charts {...{ points, total, period, zoom, requests, wording }} />
      <Parts
        parts={await findUsageParts(application.id, from, to, stepMinutes)}
        wording={wording}
        place={place}
      />
      <Numbers {...{ points, period, requests, wording }} />
    </>
  )
}
