'use client'

import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { PdfProblem } from './pdf-file'
import { useDrawnPage, usePdf, useSeen } from './use-pdf'

type Labels = Record<'title' | 'canvas' | 'page' | 'previous' | 'next' | 'loading' | 'retry', string> & {
  problems: Record<PdfProblem | 'page', string>
}
type Props = { href: string; labels: Labels }

/** The pages of a PDF, one at a time, drawn in the browser by pdf.js once they scroll into view. */
export function PdfPreview({ href, labels }: Props) {
  const figure = useRef<HTMLElement>(null)
  const { pdf, problem, retry } = usePdf(href, useSeen(figure))
  return (
    <figure ref={figure} aria-label={labels.title} className="needs-script no-print grid max-w-xl gap-2">
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
      {!problem && !pdf && (
        <p
          role="status"
          className="grid aspect-[1/1.414] place-items-center rounded-lg border border-line bg-raised text-muted text-sm"
        >
          {labels.loading}
        </p>
      )}
      {pdf && <Pages pdf={pdf} labels={labels} />}
    </figure>
  )
}

function Pages({ pdf, labels }: { pdf: PDFDocumentProxy; labels: Labels }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [number, setNumber] = useState(1)
  const { failed } = useDrawnPage(canvas, pdf, number)
  const fill = (text: string) =>
    text.replace('{page}', String(number)).replace('{pages}', String(pdf.numPages))
  return (
    <>
      <canvas
        ref={canvas}
        role="img"
        aria-label={fill(labels.canvas)}
        className="h-auto w-full rounded-lg border border-line bg-white"
      />
      {failed && (
        <Notice tone="warning" role="status">
          {labels.problems.page}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-2 text-sm">
        {pdf.numPages > 1 && (
          <Turn to={number - 1} pages={pdf.numPages} label={labels.previous} onTurn={setNumber} back />
        )}
        <span role="status" className="text-muted tabular-nums">
          {fill(labels.page)}
        </span>
        {pdf.numPages > 1 && (
          <Turn to={number + 1} pages={pdf.numPages} label={labels.next} onTurn={setNumber} />
        )}
      </div>
    </>
  )
}

type TurnProps = {
  to: number
  pages: number
  label: string
  onTurn: (page: number) => void
  back?: boolean
}

/** Not `disabled` on the first and last page: the focus would be lost there. */
function Turn({ to, pages, label, onTurn, back }: TurnProps) {
  const end = to < 1 || to > pages
  return (
    <Button
      variant="secondary"
      size="small"
      aria-disabled={end}
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
      onClick={() => end || onTurn(to)}
    >
      {back && <ChevronLeft aria-hidden="true" />}
      {label}
      {!back && <ChevronRight aria-hidden="true" />}
    </Button>
  )
}
