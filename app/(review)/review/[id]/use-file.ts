import { type RefObject, useEffect, useState } from 'react'
import type { FileProblem, OpenedFile } from './drawn-file'
import { openImage } from './image-file'
import { openPdf } from './pdf-file'

export type DrawnFile = Exclude<OpenedFile, { problem: FileProblem }>
type State = { file?: DrawnFile; problem?: FileProblem }
type Source = { href: string; kind: string }

/** True once the element has come near the viewport; never while it is hidden. */
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

/** The file at `href`, opened when `wanted` and closed on unmount. `retry` fetches it again. */
export function useFile({ href, kind }: Source, wanted: boolean): State & { retry: () => void } {
  const [state, setState] = useState<State>({})
  const [attempt, setAttempt] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt fetches it again
  useEffect(() => {
    if (!wanted) return
    const gone = new AbortController()
    let opened: DrawnFile | undefined
    const opening = kind === 'pdf' ? openPdf(href, gone.signal) : openImage(href, gone.signal)
    opening.then((result) => {
      if (result.problem === undefined) opened = result
      if (gone.signal.aborted) opened?.close()
      else setState(result.problem === undefined ? { file: result } : { problem: result.problem })
    })
    return () => {
      gone.abort()
      opened?.close()
    }
  }, [href, kind, wanted, attempt])
  function retry() {
    setState({})
    setAttempt((previous) => previous + 1)
  }
  return { ...state, retry }
}

/** Draws a page on the canvas whenever another one, another size or another turn is requested. */
export function useDrawnPage(
  canvas: RefObject<HTMLCanvasElement | null>,
  file: DrawnFile,
  { page, zoom, turns }: { page: number; zoom: number; turns: number },
): { failed: boolean } {
  const [failedPage, setFailedPage] = useState(0)
  useEffect(() => {
    const box = canvas.current?.parentElement
    if (!canvas.current || !box) return
    let gone = false
    const drawing = file.draw(canvas.current, { page, turns, width: box.clientWidth * zoom })
    drawing.done.then(
      () => gone || setFailedPage(0),
      () => gone || setFailedPage(page),
    )
    return () => {
      gone = true
      drawing.cancel()
    }
  }, [canvas, file, page, zoom, turns])
  return { failed: failedPage === page }
}
