import { getFormatter, getTranslations } from 'next-intl/server'
import { classNames } from '@/components/class-names'
import { useMomentWriter } from '@/components/ui/moment'
import { type ServiceStatus, type StatusDay, statusDays } from '@/lib/status/schema'

/** How a day is drawn: height and colour say the same. */
const looksOfDay = {
  none: { height: 8, fill: 'fill-line' },
  good: { height: 22, fill: 'fill-chart-succeeded' },
  short: { height: 29, fill: 'fill-chart-refused' },
  long: { height: 36, fill: 'fill-chart-failed' },
}
/** From here on an outage is a long one. */
const longOutageMinutes = 30

/** One service: what is wrong now, and its recent days as arches on a ledge, which the table below has in numbers. */
export async function ServiceRow({ status: { service, state, days } }: { status: ServiceStatus }) {
  const t = await getTranslations('status')
  const format = await getFormatter()
  const checked = sum(days, 'minutesChecked')
  // Rounded down, so that an outage is never shown as 100 %.
  const share = Math.floor((1 - sum(days, 'minutesDown') / checked) * 10_000) / 10_000
  const outages = days.filter(({ minutesDown }) => minutesDown > 0).length
  return (
    <li>
      <div className="mb-1 flex items-baseline gap-2.5">
        <h2 className="text-subject">{t(`service.${service}`)}</h2>
        {state !== 'ready' && (
          <p className={classNames('font-medium text-xs', state === 'down' ? 'text-danger' : 'text-muted')}>
            {t(`state.${state}`)}
          </p>
        )}
        {checked > 0 && (
          <p className="ml-auto whitespace-nowrap text-muted text-xs tabular-nums">
            {format.number(share, { style: 'percent', maximumFractionDigits: 2 })}
          </p>
        )}
      </div>
      <Strip
        days={days}
        label={t('strip', { days: statusDays, service: t(`service.${service}`), outages })}
      />
    </li>
  )
}

/** Below all rows: from when to when, and what an arch says. */
export async function Legend() {
  const t = await getTranslations('status')
  const looks = ['good', 'short', 'long', 'none'] as const
  return (
    <div className="mt-2 flex flex-wrap justify-between gap-x-6 gap-y-1 text-muted text-xs">
      <p>{t('first', { days: statusDays })}</p>
      <ul className="flex flex-wrap gap-x-4 max-sm:order-1 max-sm:w-full">
        {looks.map((look) => (
          <li key={look} className="flex items-center gap-1.5">
            <svg
              aria-hidden="true"
              viewBox={`0 0 6 ${roomHeight}`}
              preserveAspectRatio="none"
              className="h-4 w-1.5"
            >
              <path className={looksOfDay[look].fill} d={arch(0, looksOfDay[look].height)} />
            </svg>
            {t(`legend.${look}`, { minutes: longOutageMinutes })}
          </li>
        ))}
      </ul>
      <p>{t('last')}</p>
    </div>
  )
}

const roomHeight = 36

/** A path for what is quiet, and one for each day with an outage, which says its minutes at the pointer. */
function Strip({ days, label }: { days: StatusDay[]; label: string }) {
  const write = useMomentWriter()
  const draw = (look: keyof typeof looksOfDay) =>
    days.map((day, index) => (lookOf(day) === look ? arch(index, looksOfDay[look].height) : '')).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${days.length * 8 - 2} ${roomHeight}`}
      preserveAspectRatio="none"
      className="h-[39px] w-full border-(--ledge) border-b-3"
    >
      <path className={looksOfDay.none.fill} d={draw('none')} />
      <path className={looksOfDay.good.fill} d={draw('good')} />
      {days.map((each, index) => {
        if (each.minutesDown === 0) return null
        const { day, minutesDown } = each
        const { height, fill } = looksOfDay[lookOf(each)]
        return (
          <path key={day} className={fill} d={arch(index, height)}>
            <title>{`${write(new Date(day), 'day')}: ${minutesDown} min`}</title>
          </path>
        )
      })}
    </svg>
  )
}

function lookOf({ minutesChecked, minutesDown }: StatusDay): keyof typeof looksOfDay {
  if (minutesChecked === 0) return 'none'
  if (minutesDown === 0) return 'good'
  return minutesDown < longOutageMinutes ? 'short' : 'long'
}

/** Its top is a half circle where a day is 6 px wide. */
function arch(index: number, height: number): string {
  return `M${index * 8} ${roomHeight}v${3 - height}a3 3 0 0 1 6 0v${height - 3}z`
}

function sum(days: StatusDay[], which: 'minutesChecked' | 'minutesDown'): number {
  return days.reduce((total, day) => total + day[which], 0)
}
