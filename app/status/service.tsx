import { CircleAlert, CircleHelp } from 'lucide-react'
import { getFormatter, getTranslations } from 'next-intl/server'
import { Badge } from '@/components/ui/badge'
import { Moment } from '@/components/ui/moment'
import { type ServiceStatus, type StatusDay, statusDays } from '@/lib/status/schema'

const looks = {
  down: { tone: 'danger', Icon: CircleAlert },
  unknown: { tone: 'neutral', Icon: CircleHelp },
} as const

/** One service: its current status, and its recent days as a strip, which the table of outages repeats in numbers. */
export async function Service({ status }: { status: ServiceStatus }) {
  const { service, state, checkedAt, days } = status
  const t = await getTranslations('status')
  const format = await getFormatter()
  const checked = sum(days, 'minutesChecked')
  const share = checked === 0 ? null : 1 - sum(days, 'minutesDown') / checked
  const percent = (value: number) =>
    // Rounded down, so that an outage is never shown as 100 %.
    format.number(Math.floor(value * 10_000) / 10_000, { style: 'percent', maximumFractionDigits: 2 })
  const outages = days.filter(({ minutesDown }) => minutesDown > 0).length
  return (
    <section>
      <div className="mb-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-base">{t(`service.${service}`)}</h2>
        {state !== 'ready' && (
          <>
            <State state={state} />
            <span className="text-muted text-xs">
              {checkedAt ? t.rich('lastCheck', { when: () => <Moment at={checkedAt} /> }) : t('never')}
            </span>
          </>
        )}
        {share !== null && (
          <span className="ml-auto text-muted text-xs tabular-nums">
            {t('available', { share: percent(share), days: statusDays })}
          </span>
        )}
      </div>
      <Strip
        days={days}
        label={t('strip', { days: statusDays, service: t(`service.${service}`), outages })}
      />
      <div aria-hidden="true" className="ledge h-0.5" />
    </section>
  )
}

async function State({ state }: { state: keyof typeof looks }) {
  const t = await getTranslations('status.state')
  const { tone, Icon } = looks[state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {t(state)}
    </Badge>
  )
}

/**
 * A day is a bar; its minutes of outage are cut off below, by their share, and days without a check are dots:
 * not by colour alone.
 */
function Strip({ days, label }: { days: StatusDay[]; label: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${days.length * 8} 40`}
      preserveAspectRatio="none"
      className="h-7 w-full"
    >
      {looksOfDay.map((look) => (
        <path key={look} className={look} d={days.map((day, index) => drawDay(day, index)[look]).join('')} />
      ))}
    </svg>
  )
}

const looksOfDay = ['fill-line-strong', 'fill-chart-succeeded', 'fill-danger'] as const
const barHeight = 40
/** So that a single minute is seen, as is that it was only a part of the day. */
const minHeight = 4
const gap = 2

function drawDay({ minutesChecked, minutesDown }: StatusDay, index: number) {
  const bar = (top: number, bottom: number) => `M${index * 8 + 1} ${top}h6V${bottom}h-6z`
  if (minutesChecked === 0) return pathsOf(bar(barHeight - minHeight, barHeight))
  if (minutesDown === 0) return pathsOf('', bar(0, barHeight))
  const share = Math.min(1, minutesDown / minutesChecked)
  const down = Math.max(minHeight, Math.round(share * barHeight))
  const good = share === 1 ? 0 : Math.max(0, barHeight - down - gap)
  return pathsOf('', good > 0 ? bar(0, good) : '', bar(share === 1 ? 0 : barHeight - down, barHeight))
}

function pathsOf(unchecked: string, good = '', down = ''): Record<(typeof looksOfDay)[number], string> {
  return { 'fill-line-strong': unchecked, 'fill-chart-succeeded': good, 'fill-danger': down }
}

function sum(days: StatusDay[], which: 'minutesChecked' | 'minutesDown'): number {
  return days.reduce((total, day) => total + day[which], 0)
}
