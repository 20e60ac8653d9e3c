import { useFormatter, useTimeZone, useTranslations } from 'next-intl'
import { Fragment } from 'react'
import { classNames } from '@/components/class-names'
import { tones } from '@/components/ui/badge'
import { useMomentWriter } from '@/components/ui/date-time'
import { Link } from '@/components/ui/link'
import type { RequestLogEntry } from '@/generated/prisma/client'
import { toneOf } from './outcome-badge'

type Call = Omit<RequestLogEntry, 'response'>

type Props = {
  calls: Call[]
  pathOf: (requestId: string) => string
  /** The one that is shown next to the list, which is then narrow. */
  current?: string
  /** Whether days are named between the rows. */
  days?: boolean
}

/** Slower calls are coloured, and fill the bar. */
const slowMs = 100
const paths: Record<string, string> = { account: '/account', sandbox: '/accounts' }

/** Requests, newest first, a line for each: it leads to what happened. Server component. */
export function CallTable({ calls, pathOf, current, days = true }: Props) {
  const t = useTranslations('usage.calls')
  const write = useMomentWriter()
  const dayOf = (at: Date) => write(at, 'weekday')
  return (
    <table className="calls">
      <caption className="sr-only">{t('caption')}</caption>
      <colgroup>
        <col className={current ? 'w-21' : days ? 'w-22 xl:w-26' : 'w-22'} />
        <col className={current ? 'w-13' : 'w-18'} />
        <col className={current ? 'w-29' : days ? 'w-36 xl:w-48' : 'w-36'} />
        <col className={current ? undefined : days ? 'w-44 xl:w-62' : 'w-42'} />
        {!current && <col className={classNames('wide', days ? 'w-34 xl:w-48' : 'roomy w-32')} />}
        {!current && <col className="wide" />}
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{t('when', { zone: useTimeZone() ?? 'UTC' })}</th>
          <th scope="col">{t('status')}</th>
          <th scope="col">{t('request')}</th>
          <th scope="col">{t('code')}</th>
          {!current && (
            <>
              <th scope="col" className={classNames('wide', !days && 'roomy')}>
                {t('msisdn')}
              </th>
              <th scope="col" className="wide">
                <span className="flex justify-between">
                  {t('latency')} {days && <span>{t('ms', { ms: slowMs })}</span>}
                </span>
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {calls.map((call, index) => (
          <Fragment key={String(call.id)}>
            {days && dayOf(call.at) !== (calls[index - 1] && dayOf(calls[index - 1]?.at ?? call.at)) && (
              <tr className="day">
                <th colSpan={current ? 4 : 6} scope="colgroup">
                  {dayOf(call.at)}
                </th>
              </tr>
            )}
            <Row
              {...{ call, days, current }}
              href={pathOf(call.requestId)}
              time={write(call.at, 'rowTime')}
            />
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

type RowProps = { call: Call; href: string; current?: string; days: boolean; time: string }

function Row({ call, href, current, days, time }: RowProps) {
  const t = useTranslations('usage.calls')
  const { requestId, at, status, endpoint, method, errorCode, maskedMsisdn } = call
  return (
    <tr aria-current={requestId === current || undefined}>
      <td>
        <Link href={href} scroll={false}>
          <time dateTime={at.toISOString()}>{time}</time>
          <span className="sr-only">, {t('open')}</span>
        </Link>
      </td>
      <td className="overflow-visible!">
        {status < 400 ? (
          <span className="font-medium text-success forced-colors:text-[CanvasText]">{status}</span>
        ) : (
          <span className={classNames('-ml-2 rounded-full px-2 py-0.5 font-medium', tones[toneOf(status)])}>
            {status}
          </span>
        )}
      </td>
      <td className="font-mono">
        <span className="text-muted">{method ?? (endpoint === 'account' ? 'GET' : 'POST')}</span>{' '}
        {paths[endpoint] ?? `/${endpoint}`}
      </td>
      <td className="code font-mono">{errorCode}</td>
      {!current && (
        <>
          <td className={classNames('wide font-mono text-muted', !days && 'roomy')}>{maskedMsisdn}</td>
          <Latency ms={call.latencyMs} bar={days} />
        </>
      )}
    </tr>
  )
}

function Latency({ ms, bar }: { ms: number; bar: boolean }) {
  const t = useTranslations('usage.calls')
  const { number } = useFormatter()
  const isSlow = ms >= slowMs
  return (
    <td className={classNames('wide', isSlow && 'text-warning')}>
      <span className="flex items-center gap-3">
        <span className="w-14 shrink-0 text-right">{t('ms', { ms: number(ms) })}</span>
        {bar && (
          <svg
            viewBox={`0 0 ${slowMs} 4`}
            preserveAspectRatio="none"
            aria-hidden="true"
            className="h-1 w-full"
          >
            <rect
              width={Math.max(1, Math.min(slowMs, ms))}
              height="4"
              className={isSlow ? 'fill-warning' : 'fill-ink/30'}
            />
          </svg>
        )}
      </span>
    </td>
  )
}
