'use client'

import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { classNames } from '@/components/class-names'
import type { LiveChart } from './draw'
import {
  addUp,
  chartTones,
  createAxisFormatter,
  findTop,
  type Intervals,
  pairUp,
  type Series,
} from './series'

type Props = {
  title: string
  series: Series[]
  intervals: Intervals
  select?: string
  selection?: { from: number; to: number }
  notes?: string[]
  locale: string
  /** What the sum of a bar is called. */
  total: string
}

/** Where the pointer is, or the keys: the number of a bar, and its middle and width in pixels. */
type Place = { index: number; middle: number; width: number }

/**
 * The bars on a canvas, with the values under the pointer, or at the place of the arrow keys. Dragging, Enter or a
 * press selects; Shift extends the keys' selection, and Escape removes it. The room is reserved until the library is
 * loaded.
 */
export function Plot(props: Props) {
  const { title, select, selection, locale, total } = props
  const router = useRouter()
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<LiveChart | null>(null)
  const anchor = useRef<number | null>(null)
  const [place, setPlace] = useState<Place | null>(null)
  const [isReady, setReady] = useState(false)
  const isNarrow = useNarrow()
  const { series, intervals } = isNarrow ? pairUp(props.series, props.intervals) : props
  const { start, step } = intervals
  const write = useMemo(() => createAxisFormatter(locale, step), [locale, step])
  const sums = addUp(series)
  const last = Math.max(0, sums.length - 1)
  const shown = Math.min(place?.index ?? last, last)
  const values = series.map(({ values }) => values[shown] ?? 0)

  function open(first: number, end: number) {
    if (select)
      router.push(withPeriod(select, start + first * step, start + (end + 1) * step), { scroll: false })
  }

  // A refresh of the page brings the same data as new objects.
  const data = JSON.stringify({
    series,
    intervals,
    top: findTop(sums),
    selection,
    locale,
    selects: Boolean(select),
  })
  const opening = useRef(open)
  opening.current = open
  useEffect(() => {
    const element = box.current
    if (!element) return
    let isGone = false
    import('./draw')
      .then(({ draw }) => {
        if (isGone) return
        const onSelect = (first: number, end: number) => opening.current(first, end)
        chart.current = draw(element, { ...JSON.parse(data), onMove: setPlace, onSelect })
        setReady(true)
      })
      // Without the library the keys still read the values, and the table has them.
      .catch(() => {})
    return () => {
      isGone = true
      chart.current?.destroy()
      chart.current = null
    }
  }, [data])

  function press(event: KeyboardEvent) {
    const { key, shiftKey } = event
    if (key === 'Enter')
      open(Math.min(anchor.current ?? shown, shown), Math.max(anchor.current ?? shown, shown))
    if (key === 'Escape' && (selection || anchor.current !== null)) {
      event.stopPropagation()
      anchor.current = null
      if (selection && select) router.push(select, { scroll: false })
      else chart.current?.mark(null)
    }
    const next = keys[key]?.(shown, last)
    if (next === undefined) return
    event.preventDefault()
    const at = Math.max(0, Math.min(last, next))
    anchor.current = shiftKey && select ? (anchor.current ?? shown) : null
    chart.current?.mark(anchor.current === null ? null : [anchor.current, at])
    setPlace(chart.current?.placeOf(at) ?? { index: at, middle: 0, width: 0 })
  }

  const at = write.interval(start + shown * step, true)
  return (
    <div className="chart relative h-46" data-live={isReady || undefined}>
      {/* A slider: it is read at each step, and has the keys that people expect. */}
      <div
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={shown}
        aria-valuetext={[
          at,
          ...series.map(({ label }, index) => `${label}: ${write.value(values[index] ?? 0)}`),
        ].join(', ')}
        onKeyDown={press}
        onBlur={() => setPlace(null)}
        className="h-full rounded-lg"
      >
        <div
          ref={box}
          className={classNames('h-full border-line text-muted accent-accent', select && 'cursor-crosshair')}
        />
        {!isReady && (
          <div
            aria-hidden="true"
            className="absolute inset-x-0 top-40 flex justify-between border-line border-t pt-1 text-muted text-xs"
          >
            <span>{write.axis(start)}</span>
            <span>{write.axis(start + sums.length * step)}</span>
          </div>
        )}
      </div>
      {place && place.width > 0 && (
        <>
          <div
            className="pointer-events-none absolute top-0 h-40 bg-ink/7"
            style={{ left: place.middle - place.width / 2, width: place.width }}
          />
          <dl
            className="pointer-events-none absolute top-3 z-10 grid w-52 gap-y-0.5 rounded-lg border border-line bg-surface px-3 py-2 text-xs shadow-lifted print:hidden"
            style={
              shown > last * 0.6
                ? { right: `calc(100% - ${place.middle - 12}px)` }
                : { left: place.middle + 12 }
            }
          >
            <div className="flex justify-between gap-2 font-semibold">
              <dt>
                <span className="sr-only">{total} </span>
                {at}
              </dt>
              <dd className="tabular-nums">{write.value(sums[shown] ?? 0)}</dd>
            </div>
            {series.map(({ label, tone }, index) =>
              values[index] ? (
                <div key={label} className="flex items-center gap-1.5">
                  <dt className="flex items-center gap-1.5 text-muted">
                    <svg width="8" height="8" aria-hidden="true" className={chartTones[tone]}>
                      <rect width="8" height="8" rx="2" />
                    </svg>
                    {label}
                  </dt>
                  <dd className="ml-auto tabular-nums">{write.value(values[index])}</dd>
                </div>
              ) : null,
            )}
            {!isNarrow && props.notes?.[shown] && <dd className="text-muted">{props.notes[shown]}</dd>}
          </dl>
        </>
      )}
    </div>
  )
}

/** Where each key leads from `at`; Page Up and Page Down take a tenth of the chart. */
const keys: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  PageUp: (at, last) => at + Math.ceil(last / 10),
  PageDown: (at, last) => at - Math.ceil(last / 10),
  Home: () => 0,
  End: (_, last) => last,
}

/** Whether two bars are one. */
function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(false)
  useEffect(() => {
    const narrow = window.matchMedia('(max-width: 639px)')
    const read = () => setNarrow(narrow.matches)
    read()
    narrow.addEventListener('change', read)
    return () => narrow.removeEventListener('change', read)
  }, [])
  return isNarrow
}

/** With RFC 3339 times. */
function withPeriod(url: string, from: number, to: number): string {
  const { pathname, search } = new URL(url, window.location.href)
  const query = new URLSearchParams(search)
  const text = (at: number) => `${new Date(at * 1000).toISOString().slice(0, 19)}Z`
  query.set('from', text(from))
  query.set('to', text(to))
  return `${pathname}?${query}`
}
