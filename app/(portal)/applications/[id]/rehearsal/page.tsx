import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { getBranding } from '@/app/_request/branding'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { FlashMessages } from '@/components/flash-messages'
import type { Query } from '@/components/query'
import { Board, Roll, Score } from '@/components/rehearsal/board'
import { CaseList } from '@/components/rehearsal/case-list'
import { rehearsalFacts } from '@/components/rehearsal/facts'
import { Finished, SharePreview } from '@/components/rehearsal/finished'
import { Printer } from '@/components/rehearsal/openings'
import { PressForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { DefinitionList } from '@/components/ui/definition-list'
import { Notice } from '@/components/ui/notice'
import { Refresh } from '@/components/ui/refresh'
import { TextLink } from '@/components/ui/text-link'
import type { TeamApplication } from '@/lib/applications/queries'
import { may } from '@/lib/applications/rights'
import { findCertificate, findCertificateLink } from '@/lib/certificates/certificate'
import { now } from '@/lib/clock'
import { findRehearsal, listCaseRequirements, listRehearsalCalls } from '@/lib/rehearsals/queries'
import { countPassed, type RehearsalView, rehearsalCases, shownCases } from '@/lib/rehearsals/schema'
import { Sharing } from '../certificate/sharing'
import { ApplicationPageLayout, applicationMetadata } from '../page-layout'
import { endRehearsal, startRehearsal } from './actions'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

const dones = ['started', 'ended'] as const

export const generateMetadata = applicationMetadata('rehearsal')

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
  const sheet = rehearsal ? await findSheet(id, rehearsal) : null
  const report = rehearsal?.state === 'ended' && (
    <>
      <DefinitionList items={await rehearsalFacts(rehearsal)} />
      <CaseList rehearsal={rehearsal} pathOf={pathOf} />
    </>
  )
  const lead = t.rich('lead', { guide: (text) => <TextLink href="/docs/rehearsal">{text}</TextLink> })
  return (
    <ApplicationPageLayout application={application} current="rehearsal" lead={!rehearsal && lead}>
      <Printer passed={sheet !== null}>
        <FlashMessages query={await searchParams} done={{ keys: dones, text: (key) => t(`done.${key}`) }} />
        <Score rehearsal={rehearsal} count={shownCases(shown).length} at={now()}>
          <Acts application={application} rehearsal={rehearsal} passed={sheet !== null} />
        </Score>
        {rehearsal?.state === 'ended' && !rehearsal.finishedAt && (
          <Notice role="status">{t('writing')}</Notice>
        )}
        {rehearsal && sheet ? (
          <Finished
            rehearsal={rehearsal}
            pathOf={pathOf}
            certificate={sheet}
            brand={await getBranding()}
            sharing={<Share application={application} passed={sheet.cases.length} />}
          >
            {report}
          </Finished>
        ) : (
          <>
            <div className="grid items-start gap-x-10 gap-y-7 xl:grid-cols-[minmax(0,48rem)_minmax(0,1fr)]">
              <Board rehearsal={shown} running={rehearsal?.state === 'running'} pathOf={pathOf} />
              <Roll rehearsal={rehearsal} calls={calls} applicationId={id} />
            </div>
            {report && (
              <section aria-labelledby="report" className="grid gap-4">
                <h2 id="report" className="text-lg">
                  {t('reportTitle')}
                </h2>
                {report}
              </section>
            )}
          </>
        )}
      </Printer>
    </ApplicationPageLayout>
  )
}

/** Calls of a running rehearsal that are shown without leaving the page. */
const callsOnRoll = 14

type ActsProps = { application: TeamApplication; rehearsal: RehearsalView | null; passed: boolean }

/** What can be done next. */
async function Acts({ application: { id, role }, rehearsal, passed }: ActsProps) {
  const t = await getTranslations('rehearsal')
  const running = rehearsal?.state === 'running'
  return (
    <>
      {rehearsal && !rehearsal.finishedAt && (
        <Updates path={`/applications/${id}/rehearsal`} label={t('refresh')} />
      )}
      {may(role, 'rehearsals') ? (
        <PressForm
          action={running ? endRehearsal.bind(null, id) : startRehearsal.bind(null, id)}
          button={t(running ? 'end' : 'start')}
          variant={running || passed ? 'secondary' : 'primary'}
          shown={running && <ExpectedVersion of={rehearsal.id} />}
        />
      ) : (
        <p className="text-muted text-sm">{t('ownersOnly')}</p>
      )}
    </>
  )
}

/** The certificate of this rehearsal, once its report is frozen and every case passed. */
async function findSheet(id: string, rehearsal: RehearsalView) {
  const { passed, count } = countPassed(rehearsal)
  if (!rehearsal.finishedAt || passed < count) return null
  return (await findCertificate(id))?.certificate ?? null
}

/** The way to the certificate, and for owners the link to it. */
async function Share({ application, passed }: { application: TeamApplication; passed: number }) {
  const t = await getTranslations('applications.certificate')
  const { id, name, role } = application
  const view = (
    <TextLink href={`/applications/${id}/certificate`} className="text-sm">
      {t('view')}
    </TextLink>
  )
  if (!may(role, 'certificates')) return <p>{view}</p>
  return (
    <section className="no-print grid gap-5 sm:grid-cols-[auto_minmax(0,1fr)]">
      <SharePreview name={name} passed={passed} />
      <div>
        <h2 className="mb-1 text-subject">{t('share')}</h2>
        <Sharing id={id} linkedAt={await findCertificateLink(id)} possible>
          {view}
        </Sharing>
      </div>
    </section>
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
