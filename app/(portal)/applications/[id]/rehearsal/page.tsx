import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { CaseList } from '@/components/rehearsal/case-list'
import { rehearsalFacts } from '@/components/rehearsal/facts'
import { PressForm } from '@/components/ui/action-form'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { DefinitionList } from '@/components/ui/definition-list'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'
import { Refresh } from '@/components/validation/refresh'
import type { TeamApplication } from '@/lib/applications/queries'
import { may } from '@/lib/applications/rights'
import { findRehearsal, listCaseRequirements } from '@/lib/rehearsals/queries'
import { type RehearsalCase, type RehearsalView, rehearsalCases, shownCases } from '@/lib/rehearsals/schema'
import { firstCallMsisdn } from '@/lib/wallet/sandbox-accounts'
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
  const lead = t.rich('lead', { guide: (text) => <TextLink href={guide}>{text}</TextLink> })
  return (
    <ApplicationFrame
      application={application}
      current="rehearsal"
      title={t('title')}
      lead={<span className="no-print">{lead}</span>}
    >
      <div className="grid gap-6">
        <OneTimeNotices query={await searchParams} done={{ keys: dones, text: (key) => t(`done.${key}`) }} />
        <Run application={application} rehearsal={rehearsal} />
        <Card title={t('testCases')}>
          <CaseList
            rehearsal={shown}
            pathOf={(requestId) => `/applications/${id}/requests/${requestId}`}
            hintOf={rehearsal?.state === 'ended' ? undefined : await describeHints()}
          />
        </Card>
      </div>
    </ApplicationFrame>
  )
}

/** Its state and numbers, and the button for what can be done next. */
async function Run({
  application: { id, role },
  rehearsal,
}: {
  application: TeamApplication
  rehearsal: RehearsalView | null
}) {
  const t = await getTranslations('rehearsal')
  const running = rehearsal?.state === 'running'
  const unfinished = rehearsal !== null && rehearsal.finishedAt === null
  return (
    <Card
      title={t('latest')}
      aside={rehearsal && <Badge tone={running ? 'info' : 'neutral'}>{t(`states.${rehearsal.state}`)}</Badge>}
    >
      <div className="grid gap-5">
        {rehearsal ? (
          <DefinitionList items={await rehearsalFacts(rehearsal)} />
        ) : (
          <p className="max-w-prose text-muted">{t('none')}</p>
        )}
        {unfinished && !running && <Notice role="status">{t('writing')}</Notice>}
        <div className="no-print flex flex-wrap items-center gap-3">
          {may(role, 'rehearsals') ? (
            <PressForm
              action={running ? endOwnRehearsal.bind(null, id) : startOwnRehearsal.bind(null, id)}
              button={t(running ? 'end' : 'start')}
              variant={running ? 'secondary' : 'primary'}
            />
          ) : (
            <p className="text-muted text-sm">{t('ownersOnly')}</p>
          )}
          {rehearsal?.finishedAt && shownCases(rehearsal).every(({ outcome }) => outcome === 'passed') && (
            <TextLink href={`/applications/${id}/certificate`}>{t('certificate')}</TextLink>
          )}
          {unfinished && <Updates path={`/applications/${id}/rehearsal`} label={t('refresh')} />}
        </div>
      </div>
    </Card>
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

const guide = '/docs/rehearsal'

async function describeHints() {
  const t = await getTranslations('rehearsal.hints')
  return (id: RehearsalCase) =>
    t.rich(id, {
      msisdn: firstCallMsisdn,
      guide: (text) => <TextLink href={`${guide}#${id}`}>{text}</TextLink>,
    })
}
