import { CircleCheck, CircleHelp, CircleX, TriangleAlert } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { requireAdministrator } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { databasePool } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { runChecks } from '@/lib/health/run-checks'
import { type Finding, stateOf } from '@/lib/health/schema'
import { Frame } from '../frame'
import { wordFinding } from './wording'

const looks = {
  good: ['success', CircleCheck],
  warning: ['warning', TriangleAlert],
  failed: ['danger', CircleX],
  unknown: ['neutral', CircleHelp],
} as const
const order = ['failed', 'warning', 'good', 'unknown'] as const

export const generateMetadata = titled('health')

export default async function HealthPage() {
  await requireAdministrator()
  const t = await getTranslations('health')
  // The portal doesn't have the settings of the relay and the limit store, nor the token keys.
  const findings = await runChecks(databasePool(), getSettings(), {})
  const sorted = order.flatMap((state) => findings.filter((finding) => stateOf(finding) === state))
  const count = (state: string) => findings.filter((finding) => stateOf(finding) === state).length
  const [failed, warnings] = [count('failed'), count('warning')]
  return (
    <Frame current="health" title={t('title')} lead={t('lead')}>
      <div className="mb-6 grid items-center gap-4 sm:flex sm:justify-between">
        <Notice tone={failed > 0 ? 'danger' : warnings > 0 ? 'warning' : 'success'}>
          {failed + warnings > 0 ? t('summaryBad', { failed, warnings }) : t('summaryGood')}
        </Notice>
        <ButtonLink href="/administration/health" variant="secondary" size="small">
          {t('again')}
        </ButtonLink>
      </div>
      <div>
        <ul className="divide-y divide-line">
          {sorted.map((finding) => (
            <Item key={`${finding.check} ${finding.subject}`} finding={finding} />
          ))}
        </ul>
      </div>
    </Frame>
  )
}

async function Item({ finding }: { finding: Finding }) {
  const t = await getTranslations('health')
  const state = stateOf(finding)
  const [tone, Icon] = looks[state]
  const { title, found, advice } = await wordFinding(finding)
  return (
    <li className="grid gap-x-6 gap-y-2 py-4 first:pt-0 last:pb-0 sm:grid-cols-[10rem_9rem_1fr]">
      <h2 className="font-medium text-sm">{title}</h2>
      <div>
        <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
          {t(`states.${state}`)}
        </Badge>
      </div>
      <div className="grid min-w-0 gap-1 text-sm [overflow-wrap:anywhere]">
        <p>{found}</p>
        {advice && (
          <p className="text-muted">
            <span className="font-medium">{t('todo')}</span> {advice}
          </p>
        )}
      </div>
    </li>
  )
}
