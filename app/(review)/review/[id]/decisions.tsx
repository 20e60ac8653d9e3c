import { getTranslations } from 'next-intl/server'
import { Badge, type Tone } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { Moment } from '@/components/ui/moment'
import type { Review } from '@/lib/validation/queries'

const tones = { approved: 'success', changes_requested: 'warning', rejected: 'danger' } satisfies Record<
  string,
  Tone
>

/** Past decisions with their author, time and reason, newest first. */
export async function Decisions({ review: { submission, emails } }: { review: Review }) {
  const t = await getTranslations('review.decisions')
  if (submission.decisions.length === 0) return null
  const time = (at: Date) => () => <Moment at={at} />
  return (
    <Card title={t('title')}>
      <ol className="grid gap-4 text-sm">
        {[...submission.decisions].reverse().map((decision) => (
          <li key={decision.id} className="grid justify-items-start gap-1.5">
            <Badge tone={decision.voidedAt ? 'neutral' : tones[decision.outcome]}>
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
            {decision.reason && (
              <p className="whitespace-pre-line border-line-strong border-l-2 pl-3 [overflow-wrap:anywhere]">
                {decision.reason}
              </p>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
