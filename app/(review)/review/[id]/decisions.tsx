import { getTranslations } from 'next-intl/server'
import { Badge } from '@/components/ui/badge'
import { DateTime } from '@/components/ui/date-time'
import { Section } from '@/components/ui/section'
import { getLocale } from '@/i18n/current-locale'
import { states } from '@/lib/applications/states'
import { localised } from '@/lib/translations'
import type { Review } from '@/lib/validation/queries'
import type { Ticks } from '@/lib/validation/schema'

/** Past decisions with their author, time and reason, newest first. */
export async function Decisions({ review: { submission, emails } }: { review: Review }) {
  const t = await getTranslations('review.decisions')
  if (submission.decisions.length === 0) return null
  const time = (at: Date) => () => <DateTime at={at} />
  return (
    <Section title={t('title')}>
      <ol className="grid gap-4 text-sm">
        {[...submission.decisions].reverse().map((decision) => (
          <li key={decision.id} className="grid justify-items-start gap-1.5">
            <Badge tone={decision.voidedAt ? 'neutral' : states[decision.outcome].tone}>
              {t(decision.outcome)}
            </Badge>
            <span className="text-muted [overflow-wrap:anywhere]">
              {t.rich('by', {
                email: emails.get(decision.reviewerId) ?? t('unknown'),
                time: time(decision.decidedAt),
                version: decision.submissionVersion,
              })}
            </span>
            {decision.voidedAt && <span>{t.rich('voided', { time: time(decision.voidedAt) })}</span>}
            <Checked decision={decision} requirements={submission.requirements} />
            {decision.reason && (
              <p className="whitespace-pre-line border-line-strong border-l-2 pl-3 [overflow-wrap:anywhere]">
                {decision.reason}
              </p>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}

type CheckedProps = {
  decision: Review['submission']['decisions'][number]
  requirements: Review['submission']['requirements']
}

/** The items of the checklists that the reviewer ticked, if there were any. */
async function Checked({ decision, requirements }: CheckedProps) {
  const t = await getTranslations('review.decisions')
  const locale = await getLocale()
  const ticks = decision.checklist as Ticks
  const lines = requirements.flatMap((each) => {
    const texts = localised(each, 'checklist', locale)
    const ticked = new Set(ticks[each.requirementId])
    return texts.map((text, position) => ({
      key: `${each.requirementId}-${position}`,
      text: `${localised(each, 'name', locale)} – ${text}`,
      done: ticked.has(position),
    }))
  })
  if (lines.length === 0) return null
  return (
    <details>
      <summary className="min-h-6 cursor-pointer text-muted underline">
        {t('checked', { done: lines.filter(({ done }) => done).length, all: lines.length })}
      </summary>
      <ul className="mt-2 grid gap-1">
        {lines.map(({ key, text, done }) => (
          <li key={key} className="[overflow-wrap:anywhere]">
            {done ? '☑' : '☐'} <span className="sr-only">{t(done ? 'ticked' : 'unticked')} </span>
            {text}
          </li>
        ))}
      </ul>
    </details>
  )
}
