import { getFormatter, getTranslations } from 'next-intl/server'
import { dayMs, now } from '@/lib/clock'
import type { SecretSummary } from '@/lib/credentials/queries'
import { overlapHours } from '@/lib/credentials/schema'

type Hours = (typeof overlapHours)[number]

/** What is shown while a period is chosen in the form of the same group, also without a script. */
export const shownWhile: Record<Hours, string> = {
  0: 'hidden group-has-[[value="0"]:checked]/rotation:block',
  24: 'hidden group-has-[[value="24"]:checked]/rotation:block',
  72: 'hidden group-has-[[value="72"]:checked]/rotation:block',
  168: 'hidden group-has-[[value="168"]:checked]/rotation:block',
}

/** Two weeks, of which `now` is at two fifths; those days have a date. */
const nowAt = 40
const dayWidth = 100 / 14
const datedDays = [-4, -2, 2, 4, 6]
/** An older secret that begins after it has its name before it. */
const short = 20

/** Per cent of the width. */
function placeOf(at: Date): number {
  const place = nowAt + ((at.getTime() - now().getTime()) / dayMs) * dayWidth
  return Math.min(100, Math.max(0, place))
}

type Props = { current: SecretSummary; previous?: SecretSummary }

/**
 * How long which secret works: the current one and what a rotation would make of it, or the two that work now. A
 * picture of what is next to it in words; drawn with attributes, as the policy forbids inline styles.
 */
export async function Lifetimes({ current, previous }: Props) {
  const t = await getTranslations('applications.secrets')
  const format = await getFormatter()
  const write = (at: Date) => format.dateTime(at, { day: 'numeric', month: 'short' })
  const older = previous ?? current
  const from = placeOf(older.createdAt)
  const name = previous ? 'previous' : 'current'
  // Next to a bar that begins late there is room for less.
  const label = from > short ? t(name) : t(`${name}Since`, { date: write(older.createdAt) })
  return (
    <svg aria-hidden="true" className="mt-2 h-26 w-full text-xs forced-colors:hidden">
      <pattern
        id="hatched"
        width="12"
        height="12"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="6" height="12" className="fill-accent-soft" />
      </pattern>
      {previous?.retiresAt ? (
        <Pair
          older={{ from, label, ...looks.previous }}
          end={placeOf(previous.retiresAt)}
          newer={{ from: placeOf(current.createdAt), label: t('current'), ...looks.current }}
          both={t('both')}
        />
      ) : (
        overlapHours.map((hours) => (
          <g key={hours} className={shownWhile[hours]}>
            <Pair
              older={{ from, label, ...looks.current }}
              end={nowAt + (hours / 24) * dayWidth}
              newer={{ from: nowAt, label: t('next'), ...looks.next }}
              both={t('both')}
            />
          </g>
        ))
      )}
      <line x2="100%" y1="84" y2="84" className="stroke-line" />
      <line x1={`${nowAt}%`} x2={`${nowAt}%`} y2="84" className="stroke-ink" />
      <text x={`${nowAt}%`} y="100" textAnchor="middle" className="fill-ink font-medium">
        {t('now')}
      </text>
      {datedDays.map((days) => (
        <text
          key={days}
          x={`${nowAt + days * dayWidth}%`}
          y="100"
          textAnchor="middle"
          className={Math.abs(days) > 2 ? 'fill-muted' : 'fill-muted max-sm:hidden'}
        >
          {write(new Date(now().getTime() + days * dayMs))}
        </text>
      ))}
    </svg>
  )
}

const looks = {
  current: { bar: 'fill-fill', text: 'fill-fill-ink' },
  previous: { bar: 'fill-raised stroke-line-strong stroke-2', text: 'fill-ink' },
  next: { bar: 'fill-[url(#hatched)] stroke-accent stroke-2', text: 'fill-accent' },
}

type Life = { from: number; label: string; bar: string; text: string }
type PairProps = { older: Life; end: number; newer: Life; both: string }

/** The older secret until its end, the newer one from its beginning, and while both work. */
function Pair({ older, end, newer, both }: PairProps) {
  const overlaps = end > newer.from
  const fits = end < 80
  return (
    <>
      {overlaps && (
        <rect x={`${newer.from}%`} width={`${end - newer.from}%`} height="84" className="fill-accent/10" />
      )}
      <Bar y={8} life={older} end={end} />
      <Bar y={44} life={newer} end={100} />
      {overlaps && (
        <text
          x={`${end}%`}
          dx={fits ? 8 : -8}
          y="26"
          textAnchor={fits ? 'start' : 'end'}
          className={`font-medium ${fits ? 'fill-accent' : older.text}`}
        >
          {both}
        </text>
      )}
    </>
  )
}

/** Round where it begins and ends within the picture: the rest of it is clipped. */
function Bar({ y, life: { from, label, bar, text }, end }: { y: number; life: Life; end: number }) {
  const width = from > 0 && end < 100 ? 'w-full' : 'w-[calc(100%+0.5rem)]'
  const isShort = from > short && end < 100
  return (
    <>
      <svg aria-hidden="true" x={`${from}%`} y={y} width={`${end - from}%`} height="28">
        <rect x={from > 0 ? 0 : -8} height="28" rx="6" className={`${width} ${bar}`} />
      </svg>
      <text
        x={`${from}%`}
        dx={isShort ? -8 : 10}
        y={y + 18}
        textAnchor={isShort ? 'end' : 'start'}
        className={`font-medium ${isShort ? 'fill-ink' : text}`}
      >
        {label}
      </text>
    </>
  )
}
