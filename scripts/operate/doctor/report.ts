import { createTranslator } from 'use-intl/core'
import { type Finding, healthStateOf } from '@/lib/health/schema'
import words from '@/messages/en/health.json'

const translate = createTranslator({ locale: 'en', messages: { health: words }, namespace: 'health' })
const marks = { good: '✓', warning: '!', failed: '✗', unknown: '?' }

/** One finding as on the administration's page: what was found and, unless it is good, what to do. */
export function describeFinding(finding: Finding) {
  const { check, outcome, subject, values } = finding
  const state = healthStateOf(finding)
  const title = check === 'process' ? at(words.process, subject ?? '') : words.checks[check]
  const say = (kind: 'found' | 'advice') => translate(`${kind}.${check}.${outcome}` as never, values as never)
  return { title, state, found: say('found'), advice: state === 'good' ? null : say('advice') }
}

/** The same in one or two lines for a terminal. */
export function formatFinding(finding: Finding): string {
  const { title, state, found, advice } = describeFinding(finding)
  return `${marks[state]} ${title}: ${found}${advice ? `\n  → ${advice}` : ''}`
}

// biome-ignore lint/suspicious/noExplicitAny: the keys come from the table of checks; a test goes through all of them
function at(texts: object, key: string): any {
  return (texts as Record<string, unknown>)[key]
}
