'use client'

import { useRouter } from 'next/navigation'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { classNames } from '@/components/class-names'
import type { LiveChart } from './draw'
import { createWriter } from './format'
import type { ChartKind, Intervals, Series, Unit } from './series'

type Props = {
  title: string
  kind: ChartKind
  series: Series[]
  intervals: Intervals
  unit: Unit
  top: number
  zoom?: string
  requests?: string
  locale: string
  /** Shown until the library is loaded, in print, and in forced colours. */
  children: ReactNode
}

/**
 * Replaces the server's drawing with one that shows the values under the pointer, or at the place of the
 * arrow keys; Enter or a press opens the requests there.
 */
export function LivePlot({ children, ...props }: Props) {
  const { title, series, intervals, unit, locale } = props
  const box = useRef<HTMLDivElement>(null)
  const [index, setIndex] = useState<number | null>(null)
  const { chart, isReady, open } = useLiveChart(box, props, setIndex)
  const write = useMemo(() => createWriter(locale, intervals.step), [locale, intervals.step])
  const last = Math.max(0, (series[0]?.values.length ?? 1) - 1)
  const shown = Math.min(index ?? last, last)
  const at = write.interval(intervals.start + shown * intervals.step)
  const values = series.map(({ label, values }) => ({
    label,
    text: write.value(values[shown] ?? null, unit),
  }))

  function move(event: KeyboardEvent) {
    if (event.key === 'Enter') open(shown)
    const next = keys[event.key]?.(shown, last)
    if (next === undefined) return
    event.preventDefault()
    setIndex(Math.max(0, Math.min(last, next)))
    chart.current?.show(Math.max(0, Math.min(last, next)))
  }

  function leave() {
    setIndex(null)
    chart.current?.show(null)
  }

  return (
    <div className="chart relative" data-live={isReady || undefined}>
      {/* A slider: it is read at each step, and has the keys that people expect. */}
      <div
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={shown}
        aria-valuetext={[at, ...values.map(({ label, text }) => `${label}: ${text}`)].join(', ')}
        onKeyDown={move}
        onBlur={leave}
        className="rounded-lg"
      >
        <div className="chart-static">{children}</div>
        <div ref={box} className={classNames('chart-live h-60', props.requests && 'cursor-pointer')} />
      </div>
      {index !== null && (
        <dl
          className={classNames(
            'pointer-events-none absolute top-0 z-10 grid grid-cols-[auto_auto] gap-x-4 rounded-lg border border-line bg-surface px-3 py-2 text-xs shadow-lifted print:hidden',
            // On the side where the reader is not looking.
            shown > last / 2 ? 'left-18' : 'right-0',
          )}
        >
          <dt className="col-span-2 font-medium">{at}</dt>
          {values.map(({ label, text }) => (
            <div key={label} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-muted">{label}</dt>
              <dd className="text-right tabular-nums">{text}</dd>
            </div>
          ))}
        </dl>
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

/** The library is loaded when a chart is on the page, and the chart drawn again when its data or the theme changes. */
function useLiveChart(
  box: { current: HTMLDivElement | null },
  props: Omit<Props, 'children'>,
  onMove: (index: number | null) => void,
) {
  const router = useRouter()
  const current = useRef<LiveChart | null>(null)
  const [isReady, setReady] = useState(false)
  const { requests, intervals } = props
  const { start, step } = intervals
  const open = useCallback(
    (index: number) => {
      const from = start + index * step
      if (requests) router.push(withPeriod(requests, from, from + step, toText))
    },
    [requests, start, step, router],
  )
  // A refresh of the page brings the same data as new objects.
  const data = JSON.stringify(props)
  useEffect(() => {
    const element = box.current
    if (!element) return
    let isGone = false
    const { zoom, ...rest } = JSON.parse(data) as Omit<Props, 'children'>
    const onSelect = zoom && ((from: number, to: number) => router.push(withPeriod(zoom, from, to, toField)))
    import('./draw')
      .then(({ draw }) => {
        if (isGone) return
        current.current = draw(element, { ...rest, onMove, onSelect: onSelect || undefined, onPress: open })
        setReady(true)
      })
      // Without the library the server's drawing remains, and the keys still read it.
      .catch(() => {})
    return () => {
      isGone = true
      current.current?.destroy()
      current.current = null
    }
  }, [box, data, onMove, open, router])
  return { chart: current, isReady, open }
}

/** @param write how that page has times in its URL */
function withPeriod(url: string, from: number, to: number, write: (at: number) => string): string {
  const { pathname, search } = new URL(url, window.location.href)
  const query = new URLSearchParams(search)
  query.set('from', write(from))
  query.set('to', write(to))
  return `${pathname}?${query}`
}

/** As a field for date and time has it. */
function toField(at: number): string {
  return new Date(at * 1000).toISOString().slice(0, 16)
}

/** RFC 3339. */
function toText(at: number): string {
  return `${new Date(at * 1000).toISOString().slice(0, 19)}Z`
}
