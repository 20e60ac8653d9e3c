import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Certificate, type CertificateProps } from '@/components/certificate'
import { DateTime } from '@/components/ui/date-time'
import { TextLink } from '@/components/ui/text-link'
import { type RehearsalView, shownCases } from '@/lib/rehearsals/schema'

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
                  <DateTime at={rehearsal.finishedAt} as="exact" />
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
