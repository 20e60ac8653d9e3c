import { getTranslations } from 'next-intl/server'
import { type Finding, stateOf } from '@/lib/health/schema'

/** What a finding says in the reader's language, and what to do unless it is good. */
export async function wordFinding(finding: Finding) {
  // The table of checks decides the keys; a test walks it.
  const t = (await getTranslations('health')) as unknown as (key: string, values?: object) => string
  const { check, outcome, subject, values } = finding
  return {
    title: check === 'process' ? t(`process.${subject}`) : t(`checks.${check}`),
    found: t(`found.${check}.${outcome}`, values),
    advice: stateOf(finding) === 'good' ? null : t(`advice.${check}.${outcome}`, values),
  }
}
