import { getFormatter, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { DateTime } from '@/components/ui/date-time'
import { countPassed, maxRehearsalCalls, type RehearsalView, shownCases } from '@/lib/rehearsals/schema'

type Props = {
  rehearsal: RehearsalView | null
  /** Of the cases shown, where there is no rehearsal yet. */
  count: number
  /** The time of the page. */
  at: Date
  /** What can be done next. */
  children: ReactNode
}

/** How many cases have passed, in large figures, and what is left of the run. */
export async function Score({ rehearsal, count, at, children }: Props) {
  const t = await getTranslations('rehearsal')
  const format = await getFormatter()
  const cases = rehearsal ? shownCases(rehearsal) : []
  const passed = rehearsal ? countPassed(rehearsal).passed : 0
  const failed = cases.filter(({ outcome }) => outcome === 'failed').length
  return (
    <section aria-label={t('score')} className="flex flex-wrap items-end gap-x-10 gap-y-3">
      <div>
        <h2 className="font-medium text-muted text-xs">
          {t('title')}
          {rehearsal &&
            t.rich(rehearsal.state === 'running' ? 'since' : 'on', {
              at: () => (
                <DateTime at={rehearsal.startedAt} as={rehearsal.state === 'running' ? 'time' : 'date'} />
              ),
            })}
        </h2>
        <p
          className={`font-semibold text-[3.5rem] tabular-nums leading-14 tracking-tighter ${rehearsal ? '' : 'text-muted'}`}
        >
          {passed} <span className="font-normal text-muted">/ {count}</span>
        </p>
      </div>
      {rehearsal && (
        <>
          <Span rehearsal={rehearsal} at={at} />
          <Fact value={format.number(rehearsal.callsCounted)}>
            {t('ofCalls', { max: format.number(maxRehearsalCalls) })}
          </Fact>
          {failed > 0 && (
            <Fact value={<span className="text-danger">{t('failed', { count: failed })}</span>}>
              {t('most', { count: count - failed })}
            </Fact>
          )}
        </>
      )}
      <div className="no-print ml-auto flex flex-wrap items-center gap-3">{children}</div>
    </section>
  )
}

/** The time that is left, or how long it took and why it ended. */
async function Span({ rehearsal, at }: { rehearsal: RehearsalView; at: Date }) {
  const { state, startedAt, endsAt, endedAt, endReason } = rehearsal
  const t = await getTranslations('rehearsal')
  const running = state === 'running'
  const to = endedAt ?? endsAt
  const minutes = Math.max(0, Math.round((to.getTime() - (running ? at : startedAt).getTime()) / 60_000))
  return (
    <Fact value={t('duration', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })}>
      {running
        ? t('left')
        : t.rich('span', {
            from: () => <DateTime at={startedAt} as="time" />,
            to: () => <DateTime at={to} as="time" />,
          })}
      {endReason && endReason !== 'requested' && `, ${t(`facts.reasons.${endReason}`)}`}
    </Fact>
  )
}

function Fact({ value, children }: { value: ReactNode; children: ReactNode }) {
  return (
    <p className="text-muted text-xs">
      <span className="block font-medium text-ink text-xl tabular-nums">{value}</span>
      {children}
    </p>
  )
}
