import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { Board } from '@/components/rehearsal/board'
import { CaseList } from '@/components/rehearsal/case-list'
import { rehearsalFacts } from '@/components/rehearsal/facts'
import { Roll } from '@/components/rehearsal/roll'
import { Score } from '@/components/rehearsal/score'
import { PressForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { DefinitionList } from '@/components/ui/definition-list'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'
import { Refresh } from '@/components/validation/refresh'
import type { TeamApplication } from '@/lib/applications/queries'
import { may } from '@/lib/applications/rights'
import { findRehearsal, listCaseRequirements, listRehearsalCalls } from '@/lib/rehearsals/queries'
import { type RehearsalView, rehearsalCases, shownCases } from '@/lib/rehearsals/schema'
import { ApplicationFrame, titledApplication } from '../frame'
import { endOwnRehearsal, startOwnRehearsal } from './actions'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

const dones = ['started', 'ended'] as const

export const generateMetadata = titledApplication('rehearsal')

/** The latest rehearsal of a Sandbox application, live while it runs, and its report afterwards. */
export default async function RehearsalPage({ params, searchParams }: Props) {
  const { developer, application } = await requireApplication((await params).id)
  if (application.environment !== 'sandbox') notFound()
  const { id } = application
  const t = await getTranslations('rehearsal')
  const rehearsal = await findRehearsal(id, developer.id)
  const shown = rehearsal ?? (await beforeTheFirst())
  const calls = rehearsal ? await listRehearsalCalls(rehearsal.id, callsOnRoll) : []
  const pathOf = (requestId: string) => `/applications/${id}/requests/${requestId}`
  const lead = t.rich('lead', { guide: (text) => <TextLink href="/docs/rehearsal">{text}</TextLink> })
  return (
    <ApplicationFrame
      application={application}
      current="rehearsal"
      title={t('title')}
      lead={<span className="no-print">{lead}</span>}
    >
      <div className="grid gap-6">
        <OneTimeNotices query={await searchParams} done={{ keys: dones, text: (key) => t(`done.${key}`) }} />
        <Score rehearsal={rehearsal} count={shownCases(shown).length}>
          <Acts application={application} rehearsal={rehearsal} />
        </Score>
        {rehearsal?.state === 'ended' && !rehearsal.finishedAt && (
          <Notice role="status">{t('writing')}</Notice>
        )}
        <div className="grid items-start gap-x-10 gap-y-7 xl:grid-cols-[minmax(0,48rem)_minmax(0,1fr)]">
          <Board rehearsal={shown} running={rehearsal?.state === 'running'} pathOf={pathOf} />
          <Roll rehearsal={rehearsal} calls={calls} applicationId={id} />
        </div>
        {rehearsal?.state === 'ended' && (
          <section aria-labelledby="report" className="grid gap-4">
            <h2 id="report" className="text-lg">
              {t('reportTitle')}
            </h2>
            <DefinitionList items={await rehearsalFacts(rehearsal)} />
            <CaseList rehearsal={rehearsal} pathOf={pathOf} />
          </section>
        )}
      </div>
    </ApplicationFrame>
  )
}

/** Calls of a running rehearsal that are shown without leaving the page. */
const callsOnRoll = 14

type ActsProps = { application: TeamApplication; rehearsal: RehearsalView | null }

/** What can be done next. */
async function Acts({ application: { id, role }, rehearsal }: ActsProps) {
  const t = await getTranslations('rehearsal')
  const running = rehearsal?.state === 'running'
  return (
    <>
      {rehearsal?.finishedAt && shownCases(rehearsal).every(({ outcome }) => outcome === 'passed') && (
        <TextLink href={`/applications/${id}/certificate`}>{t('certificate')}</TextLink>
      )}
      {rehearsal && !rehearsal.finishedAt && (
        <Updates path={`/applications/${id}/rehearsal`} label={t('refresh')} />
      )}
      {may(role, 'rehearsals') ? (
        <PressForm
          action={running ? endOwnRehearsal.bind(null, id) : startOwnRehearsal.bind(null, id)}
          button={t(running ? 'end' : 'start')}
          variant={running ? 'secondary' : 'primary'}
        />
      ) : (
        <p className="text-muted text-sm">{t('ownersOnly')}</p>
      )}
    </>
  )
}

/** The page renews itself; without a script, a link does. */
function Updates({ path, label }: { path: string; label: string }) {
  return (
    <>
      <Refresh seconds={5} />
      <noscript>
        <ButtonLink href={path} variant="secondary">
          {label}
        </ButtonLink>
      </noscript>
    </>
  )
}

/** The cases, before anything was tried. */
async function beforeTheFirst(): Promise<Pick<RehearsalView, 'cases' | 'calls' | 'requirements'>> {
  const cases = rehearsalCases.map((id) => ({
    id,
    outcome: 'not_yet' as const,
    evidence: { code: 'nothing_yet' as const },
    requestIds: [],
    numbers: [],
  }))
  return { cases, calls: [], requirements: await listCaseRequirements() }
}
