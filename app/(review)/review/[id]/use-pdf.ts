import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type RefObject, useEffect, useState } from 'react'
import { drawPage, openPdf, type PdfProblem } from './pdf-file'

type State = { pdf?: PDFDocumentProxy; problem?: PdfProblem }

/** True once the element has come near the viewport. */
export function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (seen || !element.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), {
      rootMargin: '200px',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, seen])
  return seen
}

/** The PDF at `href`, opened when `wanted` and closed on unmount. `retry` fetches it again. */
export function usePdf(href: string, wanted: boolean): State & { retry: () => void } {
  const [state, setState] = useState<State>({})
  const [attempt, setAttempt] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt fetches it again
  useEffect(() => {
    if (!wanted) return
    const gone = new AbortController()
    let opened: PDFDocumentProxy | undefined
    openPdf(href, gone.signal).then((result) => {
      if ('pdf' in result) opened = result.pdf
      if (gone.signal.aborted) opened?.loadingTask.destroy()
      else setState(result)
    })
    return () => {
      gone.abort()
      opened?.loadingTask.destroy()
    }
  }, [href, wanted, attempt])
  function retry() {
    setState({})
    setAttempt((previous) => previous + 1)
  }
  return { ...state, retry }
}

/** Draws a page on the canvas whenever another one is requested. */
export function useDrawnPage(
  canvas: RefObject<HTMLCanvasElement | null>,
  pdf: PDFDocumentProxy | undefined,
  number: number,
): { failed: boolean } {
  const [failedPage, setFailedPage] = useState(0)
  useEffect(() => {
    if (!pdf || !canvas.current) return
    let gone = false
    const drawing = drawPage(pdf, number, canvas.current, canvas.current.clientWidth)
    drawing.done.then(
      () => gone || setFailedPage(0),
      () => gone || setFailedPage(number),
    )
    return () => {
      gone = true
      drawing.cancel()
    }
  }, [canvas, pdf, number])
  return { failed: failedPage === number }
}
