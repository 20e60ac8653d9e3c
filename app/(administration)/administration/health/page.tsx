import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { requireAdministrator } from '@/app/_request/session'
import { ButtonLink } from '@/components/ui/button'
import { StateLine } from '@/components/ui/state-line'
import { databasePool } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { features } from '@/lib/features'
import { runChecks } from '@/lib/health/run-checks'
import { type Finding, healthStateOf } from '@/lib/health/schema'
import { version } from '@/lib/version'
import { AdministrationPageLayout } from '../page-layout'

const looks = { good: 'bg-success', warning: 'bg-warning', failed: 'bg-danger', unknown: 'bg-line-strong' }

export const generateMetadata = pageMetadata('health')

export default async function HealthPage() {
  await requireAdministrator()
  const t = await getTranslations('health')
  // The portal doesn't have the settings of the relay and the limit store, nor the token keys.
  const findings = await runChecks(features, databasePool(), getSettings(), {})
  const inState = (...states: string[]) =>
    states.flatMap((state) => findings.filter((finding) => healthStateOf(finding) === state))
  const [failed, warnings] = [inState('failed').length, inState('warning').length]
  return (
    <AdministrationPageLayout current="health" title={t('title')}>
      <StateLine
        tone={failed > 0 ? 'danger' : warnings > 0 ? 'warning' : 'success'}
        title={failed + warnings > 0 ? t('summaryBad', { failed, warnings }) : t('summaryGood')}
        act={
          <ButtonLink href="/administration/health" variant="secondary" size="small">
            {t('again')}
          </ButtonLink>
        }
      >
        {t('lead')}
      </StateLine>
      <Items findings={inState('failed', 'warning')} />
      <details className="mt-4" open={failed + warnings === 0}>
        <summary className="inline-flex min-h-6 items-center gap-1 text-sm underline underline-offset-4">
          {t('goodCount', { count: inState('good').length, unknown: inState('unknown').length })}
        </summary>
        <Items findings={inState('good', 'unknown')} />
      </details>
      <p className="mt-4 text-muted text-sm">{t('version', { version })}</p>
    </AdministrationPageLayout>
  )
}

function Items({ findings }: { findings: Finding[] }) {
  if (findings.length === 0) return null
  return (
    <ul className="mt-4 divide-y divide-line border-line border-y">
      {findings.map((finding) => (
        <Item key={`${finding.check} ${finding.outcome} ${finding.subject}`} finding={finding} />
      ))}
    </ul>
  )
}

async function Item({ finding }: { finding: Finding }) {
  const t = await getTranslations('health')
  const state = healthStateOf(finding)
  const { title, found, advice } = await translateFinding(finding)
  return (
    <li className="grid gap-x-6 gap-y-1 py-2 text-sm sm:grid-cols-[11rem_8rem_1fr]">
      <h2 className="flex items-center gap-2.5 self-start font-medium text-sm">
        <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${looks[state]}`} />
        {title}
      </h2>
      <p className="text-muted">{t(`states.${state}`)}</p>
      <div className="grid min-w-0 gap-1 [overflow-wrap:anywhere]">
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

/** A health finding in the reader's language, and what to do about it unless it is good. */
async function translateFinding(finding: Finding) {
  // The keys come from the table of checks; a test goes through all of them.
  const t = (await getTranslations('health')) as unknown as (key: string, values?: object) => string
  const { check, outcome, subject, values } = finding
  return {
    title: check === 'process' ? t(`process.${subject}`) : t(`checks.${check}`),
    found: t(`found.${check}.${outcome}`, values),
    advice: healthStateOf(finding) === 'good' ? null : t(`advice.${check}.${outcome}`, values),
  }
}
