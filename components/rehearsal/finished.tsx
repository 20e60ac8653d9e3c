import { useTranslations } from 'next-intl'
import { getFormatter, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Certificate, type CertificateProps } from '@/components/certificate'
import { DateTime } from '@/components/ui/date-time'
import { TextLink } from '@/components/ui/text-link'
import { countPassed, maxRehearsalCalls, type RehearsalView, shownCases } from '@/lib/rehearsals/schema'

type Props = CertificateProps & {
  rehearsal: RehearsalView
  pathOf: (requestId: string) => string
  /** The way to share it. */
  sharing: ReactNode
  /** The whole report. */
  children: ReactNode
}

/** A rehearsal in which every case passed: the counters as one arcade, out of which the certificate came. */
export function Finished({ rehearsal, pathOf, sharing, children, ...sheet }: Props) {
  const t = useTranslations('rehearsal')
  const statuses = new Map(rehearsal.calls.map(({ number, status }) => [number, status]))
  const rows = shownCases(rehearsal).map(({ id, numbers, requestIds }) => ({
    id,
    status: statuses.get(numbers.at(-1) ?? 0),
    last: requestIds.at(-1),
    count: requestIds.length,
  }))
  return (
    <div>
      <div aria-hidden="true" className="windows">
        {rows.map(({ id, status }) => (
          <span key={id}>
            <b>{status}</b>
          </span>
        ))}
      </div>
      <div aria-hidden="true" className="ledge relative z-1 h-2.5" />
      <div className="grid items-start gap-x-12 gap-y-8 xl:grid-cols-[36.5rem_minmax(0,1fr)]">
        <div className="overflow-clip px-6 pb-10 max-sm:px-0">
          <div className="paper">
            <Certificate {...sheet} short />
          </div>
        </div>
        <div className="grid min-w-0 gap-8 xl:pt-8">
          {sharing}
          <section aria-labelledby="report" className="grid gap-3">
            <h2 id="report" className="flex flex-wrap items-baseline gap-x-3 text-subject">
              {t('reportTitle')}
              {rehearsal.finishedAt && (
                <span className="font-normal text-muted text-xs">
                  {t('facts.frozen')} <DateTime at={rehearsal.finishedAt} as="exact" />
                </span>
              )}
            </h2>
            <ol className="text-sm">
              {rows.map(({ id, status, last, count }) => (
                <li
                  key={id}
                  className="grid min-h-9 grid-cols-[2.75rem_minmax(0,1fr)_auto] items-center border-line border-b"
                >
                  <span
                    className={`font-mono text-xs ${status && status < 400 ? 'text-success' : 'text-muted'}`}
                  >
                    {status}
                  </span>
                  {t(`cases.${id}`)}
                  {last && (
                    <TextLink href={pathOf(last)} className="font-mono text-xs">
                      <span aria-hidden="true">
                        {count > 1 ? t('calls', { count }) : `${last.slice(0, 8)}…${last.slice(-4)}`}
                      </span>
                      <span className="sr-only">{last}</span>
                    </TextLink>
                  )}
                </li>
              ))}
            </ol>
            <details>
              <summary className="min-h-6 cursor-pointer text-muted text-sm underline">
                {t('wholeReport')}
              </summary>
              <div className="mt-4 grid gap-4">{children}</div>
            </details>
          </section>
        </div>
      </div>
    </div>
  )
}

/** What the link shows on other sites, in small; drawn for real only once there is one. */
export function SharePreview({ name, passed }: { name: string; passed: number }) {
  return (
    <div
      aria-hidden="true"
      className="relative grid aspect-[1200/630] w-48 content-between overflow-clip rounded-lg bg-brand px-3 pt-3 text-brand-ink"
    >
      <p className="flex items-start justify-between gap-2 font-semibold text-sm leading-tight">
        <span className="line-clamp-2 min-w-0 [overflow-wrap:anywhere]">{name}</span>
        <span className="whitespace-nowrap tabular-nums">
          {passed} / {passed}
        </span>
      </p>
      <div className="windows -mx-1 gap-x-1!">
        {Array.from({ length: passed }, (_, index) => (
          <span key={String(index)} className="h-5! bg-brand-ink/15!">
            <b className="h-3! w-2.5!" />
          </span>
        ))}
      </div>
    </div>
  )
}

type ScoreProps = {
  rehearsal: RehearsalView | null
  /** Of the cases shown, where there is no rehearsal yet. */
  count: number
  /** The time of the page. */
  at: Date
  /** What can be done next. */
  children: ReactNode
}

/** How many cases have passed, in large figures, and what is left of the run. */
export async function Score({ rehearsal, count, at, children }: ScoreProps) {
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
