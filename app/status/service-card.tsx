import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import { getFormatter, getTranslations } from 'next-intl/server'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { Moment } from '@/components/ui/moment'
import { type ServiceStatus, type StatusDay, statusDays } from '@/lib/status/schema'

const looks = {
  ready: { tone: 'success', Icon: CircleCheck },
  down: { tone: 'danger', Icon: CircleAlert },
  unknown: { tone: 'neutral', Icon: CircleHelp },
} as const

/** One service: its current status, and its recent days as a strip, which the table of outages repeats in numbers. */
export async function ServiceCard({ status }: { status: ServiceStatus }) {
  const { service, state, checkedAt, days } = status
  const t = await getTranslations('status')
  const format = await getFormatter()
  const { tone, Icon } = looks[state]
  const checked = sum(days, 'minutesChecked')
  const share = checked === 0 ? null : 1 - sum(days, 'minutesDown') / checked
  const percent = (value: number) =>
    // Rounded down, so that an outage is never shown as 100 %.
    format.number(Math.floor(value * 10_000) / 10_000, { style: 'percent', maximumFractionDigits: 2 })
  const outages = days.filter(({ minutesDown }) => minutesDown > 0).length
  return (
    <Card
      title={t(`service.${service}`)}
      aside={
        <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
          {t(`state.${state}`)}
        </Badge>
      }
    >
      <Strip
        days={days}
        label={t('strip', { days: statusDays, service: t(`service.${service}`), outages })}
      />
      <p className="mt-1 flex justify-between text-muted text-xs" aria-hidden="true">
        <span>{t('first', { days: statusDays })}</span>
        <span>{t('last')}</span>
      </p>
      <p className="mt-3 flex flex-wrap justify-between gap-x-6 gap-y-1 text-muted text-sm">
        <span>{checkedAt ? t.rich('lastCheck', { when: () => <Moment at={checkedAt} /> }) : t('never')}</span>
        {share !== null && <span>{t('available', { share: percent(share), days: statusDays })}</span>}
      </p>
    </Card>
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
      className="h-10 w-full"
    >
      {looksOfDay.map((look) => (
        <path key={look} className={look} d={days.map((day, index) => drawDay(day, index)[look]).join('')} />
      ))}
    </svg>
  )
}

const looksOfDay = ['fill-line-strong', 'fill-success', 'fill-danger'] as const
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
  return { 'fill-line-strong': unchecked, 'fill-success': good, 'fill-danger': down }
}

function sum(days: StatusDay[], which: 'minutesChecked' | 'minutesDown'): number {
  return days.reduce((total, day) => total + day[which], 0)
}
