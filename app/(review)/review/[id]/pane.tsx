'use client'

import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { FileProblem } from './drawn-file'
import { type DrawnFile, useDrawnPage, useFile, useSeen } from './use-file'

export type PaneLabels = Record<'loading' | 'retry', string> & {
  problems: Record<FileProblem | 'page', string>
}

/** A file to show; `canvas` names one page of it, with its number still to be filled in. */
export type Shown = { href: string; kind: string; title: string; canvas: string }

type View = { zoom: number; turns: number; page: number }
type Props = { shown: Shown; look: View; labels: PaneLabels; onOpen?: (pages: number) => void }

/** One file, opened once it scrolls into view. A file with fewer pages than the other stays on its last one. */
export function Pane({ shown, look, labels, onOpen }: Props) {
  const figure = useRef<HTMLElement>(null)
  const { file, problem, retry } = useFile(shown, useSeen(figure))
  useEffect(() => {
    if (file) onOpen?.(file.pages)
  }, [file, onOpen])
  return (
    <figure ref={figure} aria-label={shown.title} className="grid min-w-0 gap-2">
      {problem && (
        <Notice tone="warning" role="status">
          <p>{labels.problems[problem]}</p>
          {problem === 'unreachable' && (
            <Button variant="secondary" size="small" className="justify-self-start" onClick={retry}>
              {labels.retry}
            </Button>
          )}
        </Notice>
      )}
      {!problem && !file && (
        <p
          role="status"
          className="grid aspect-[1/1.2] place-items-center rounded-lg border border-line bg-raised text-muted text-sm"
        >
          {labels.loading}
        </p>
      )}
      {file && <Page file={file} shown={shown} look={look} unreadable={labels.problems.page} />}
    </figure>
  )
}

type PageProps = Pick<Props, 'shown' | 'look'> & { file: DrawnFile; unreadable: string }

function Page({ file, shown, look, unreadable }: PageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const page = Math.min(look.page, file.pages)
  const { failed } = useDrawnPage(canvas, file, { ...look, page })
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <div tabIndex={0} className="max-h-[80vh] overflow-auto rounded-lg border border-line bg-raised">
        <canvas
          ref={canvas}
          role="img"
          aria-label={shown.canvas.replace('{page}', String(page)).replace('{pages}', String(file.pages))}
          className="h-auto max-w-none bg-white"
          style={{ width: `${look.zoom * 100}%` }}
        />
      </div>
      {failed && (
        <Notice tone="warning" role="status">
          {unreadable}
        </Notice>
      )}
    </>
  )
}
