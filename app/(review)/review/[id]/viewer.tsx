'use client'

import { ChevronLeft, ChevronRight, Columns2, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { classNames } from '@/components/class-names'
import { Button } from '@/components/ui/button'
import { Pane, type PaneLabels, type Shown } from './pane'

export type ViewerLabels = PaneLabels &
  Record<
    | 'page'
    | 'previous'
    | 'next'
    | 'zoomIn'
    | 'zoomOut'
    | 'zoom'
    | 'rotate'
    | 'compare'
    | 'current'
    | 'earlier',
    string
  >

type Props = { current: Shown; previous: Shown | null; labels: ViewerLabels }

const zooms = [0.5, 0.75, 1, 1.5, 2, 3, 4]
const plain = zooms.indexOf(1)

/**
 * A document, a page at a time, drawn in the browser: larger or smaller, turned, or next to the previous version, which
 * then shows the same page.
 */
export function Viewer({ current, previous, labels }: Props) {
  const [step, setStep] = useState(plain)
  const [turns, setTurns] = useState(0)
  const [page, setPage] = useState(1)
  const [pages, setPages] = useState(1)
  const [comparing, setComparing] = useState(false)
  const look = { zoom: zooms[step] ?? 1, turns, page }
  const fill = (text: string) => text.replace('{page}', String(page)).replace('{pages}', String(pages))
  return (
    <div className="needs-script no-print grid gap-2">
      <div className="flex flex-wrap items-center gap-1.5 text-sm">
        <Tool label={labels.zoomOut} end={step === 0} onPress={() => setStep(step - 1)}>
          <ZoomOut aria-hidden="true" />
        </Tool>
        <span role="status" className="min-w-12 text-center text-muted tabular-nums">
          {labels.zoom.replace('{percent}', String(Math.round(look.zoom * 100)))}
        </span>
        <Tool label={labels.zoomIn} end={step === zooms.length - 1} onPress={() => setStep(step + 1)}>
          <ZoomIn aria-hidden="true" />
        </Tool>
        <Tool label={labels.rotate} onPress={() => setTurns((turns + 1) % 4)}>
          <RotateCw aria-hidden="true" />
        </Tool>
        {previous && (
          <Button
            variant="secondary"
            size="small"
            aria-pressed={comparing}
            className="aria-pressed:border-accent aria-pressed:bg-accent-soft"
            onClick={() => setComparing(!comparing)}
          >
            <Columns2 aria-hidden="true" />
            {labels.compare}
          </Button>
        )}
        <span className="ml-auto inline-flex items-center gap-1.5">
          {pages > 1 && (
            <Tool label={labels.previous} end={page <= 1} onPress={() => setPage(page - 1)}>
              <ChevronLeft aria-hidden="true" />
            </Tool>
          )}
          <span role="status" className="text-muted tabular-nums">
            {fill(labels.page)}
          </span>
          {pages > 1 && (
            <Tool label={labels.next} end={page >= pages} onPress={() => setPage(page + 1)}>
              <ChevronRight aria-hidden="true" />
            </Tool>
          )}
        </span>
      </div>
      <div className={classNames('grid gap-3', comparing && 'md:grid-cols-2')}>
        {comparing && previous && (
          <Captioned text={labels.earlier}>
            <Pane shown={previous} look={look} labels={labels} />
          </Captioned>
        )}
        <Captioned text={comparing ? labels.current : null}>
          <Pane shown={current} look={look} labels={labels} onOpen={setPages} />
        </Captioned>
      </div>
    </div>
  )
}

function Captioned({ text, children }: { text: string | null; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-1">
      {text && <p className="text-muted text-xs">{text}</p>}
      {children}
    </div>
  )
}

type ToolProps = { label: string; end?: boolean; onPress: () => void; children: ReactNode }

/** Not `disabled` at either end: the focus would be lost there. */
function Tool({ label, end = false, onPress, children }: ToolProps) {
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={label}
      title={label}
      aria-disabled={end}
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
      onClick={() => end || onPress()}
    >
      {children}
    </Button>
  )
}
