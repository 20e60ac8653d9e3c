import { getTranslations } from 'next-intl/server'
import { type Finding, stateOf } from '@/lib/health/schema'

/** A health finding in the reader's language, and what to do about it unless it is good. */
export async function wordFinding(finding: Finding) {
  // The keys come from the table of checks; a test goes through all of them.
  const t = (await getTranslations('health')) as unknown as (key: string, values?: object) => string
  const { check, outcome, subject, values } = finding
  return {
    title: check === 'process' ? t(`process.${subject}`) : t(`checks.${check}`),
    found: t(`found.${check}.${outcome}`, values),
    advice: stateOf(finding) === 'good' ? null : t(`advice.${check}.${outcome}`, values),
  }
}
