import { ChartColumn } from 'lucide-react'
import type { Metadata } from 'next'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { isErrorCode } from '@/app/docs/errors/codes'
import { ButtonLink } from '@/components/ui/button'
import { buttonLook } from '@/components/ui/button-look'
import { EmptyState } from '@/components/ui/empty-state'
import { Refresh } from '@/components/validation/refresh'
import { now } from '@/lib/clock'
import { findCallsOfRequest, findLastCallWithCode, findUsage } from '@/lib/usage/queries'
import { ApplicationFrame } from '../frame'
import { requireApplication } from '../page-data'
import { extractErrorCode, extractRequestId, type Query, readView, type View, viewAddress } from './address'
import { Calls } from './calls'
import { Charts, Numbers } from './charts'
import { ExplainForm } from './explain-form'
import { rangeNames, rangeUntil } from './range'
import { Totals } from './totals'
import { callsOf, usageWording } from './wording'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { application } = await requireApplication((await params).id, 'usage')
  return { title: `${(await getTranslations('usage'))('title')} · ${application.name}` }
}

export default async function UsagePage({ params, searchParams }: Props) {
  const { application } = await requireApplication((await params).id, 'usage')
  const { id } = application
  const query = await searchParams
  const asked = await explain(id, query.request)
  const view = readView(query)
  const t = await getTranslations('usage')
  return (
    <ApplicationFrame application={application} current="usage" title={t('title')} lead={t('lead')}>
      <Refresh seconds={15} />
      <div className="grid gap-6">
        <RangeNav applicationId={id} view={view} />
        <Period applicationId={id} view={view} />
        <ExplainForm applicationId={id} asked={asked} />
        <Calls applicationId={id} view={view} />
      </div>
    </ApplicationFrame>
  )
}

/** Goes to the call that was asked for; comes back with what was wrong with the question. */
async function explain(applicationId: string, text: Query[string]) {
  if (typeof text !== 'string' || text.trim() === '') return undefined
  const requestId = extractRequestId(text.slice(0, 2000))
  if (!requestId) return explainCode(applicationId, text.slice(0, 2000))
  const found = await findCallsOfRequest(applicationId, requestId)
  if (found.length > 0) redirect(`/applications/${applicationId}/usage/${requestId}`)
  return { text, problem: 'notFound' as const }
}

/** An error of the token endpoint names no request: the last call that ended so is meant, else the code in general. */
async function explainCode(applicationId: string, text: string) {
  const code = extractErrorCode(text)
  if (!code || !isErrorCode(code)) return { text, problem: 'noId' as const }
  const call = await findLastCallWithCode(applicationId, code)
  redirect(call ? `/applications/${applicationId}/usage/${call.requestId}` : `/docs/errors/${code}`)
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

async function Period({ applicationId, view }: { applicationId: string; view: View }) {
  const { from, to, stepMinutes } = rangeUntil(view.range, now())
  const { points, total } = await findUsage(applicationId, from, to, stepMinutes)
  if (callsOf(total) === 0) return <Nothing applicationId={applicationId} />
  const wording = await usageWording(view.range)
  return (
    <>
      <Totals total={total} wording={wording} />
      <Charts points={points} total={total} wording={wording} />
      <Numbers points={points} wording={wording} />
    </>
  )
}

async function Nothing({ applicationId }: { applicationId: string }) {
  const t = await getTranslations('usage.empty')
  return (
    <EmptyState
      icon={<ChartColumn aria-hidden="true" />}
      title={t('title')}
      action={<ButtonLink href={`/applications/${applicationId}/try`}>{t('action')}</ButtonLink>}
    >
      {t('body')}
    </EmptyState>
  )
}
