import { type RefObject, useEffect, useState } from 'react'
import {
  type Drawing,
  densest,
  type FileProblem,
  maxPixels,
  type OpenedFile,
  type PageView,
} from './drawn-file'
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

/** Fetches an image, to be drawn the right way up as its camera recorded it. */
async function openImage(href: string, signal: AbortSignal): Promise<OpenedFile> {
  const blob = await download(href, signal).catch(() => null)
  if (!blob) return { problem: 'unreachable' }
  const image = await createImageBitmap(blob).catch(() => null)
  if (!image) return { problem: 'broken' }
  return { pages: 1, draw: (canvas, look) => drawImage(image, canvas, look), close: () => image.close() }
}

async function download(href: string, signal: AbortSignal): Promise<Blob | null> {
  const response = await fetch(href, { signal })
  // An expired session redirects to the sign-in page, which is no image.
  const isImage = response.headers.get('Content-Type')?.startsWith('image/')
  return response.ok && isImage ? response.blob() : null
}

function drawImage(image: ImageBitmap, canvas: HTMLCanvasElement, { width, turns }: PageView): Drawing {
  const lies = turns % 2 === 1
  const natural = lies ? image.height : image.width
  const wanted = (width * Math.min(window.devicePixelRatio, densest)) / natural
  const scale = Math.min(wanted, Math.sqrt(maxPixels / (image.width * image.height)))
  const [across, down] = [image.width * scale, image.height * scale]
  canvas.width = Math.max(1, Math.floor(lies ? down : across))
  canvas.height = Math.max(1, Math.floor(lies ? across : down))
  const context = canvas.getContext('2d')
  context?.translate(canvas.width / 2, canvas.height / 2)
  context?.rotate((turns * Math.PI) / 2)
  context?.drawImage(image, -across / 2, -down / 2, across, down)
  return { done: context ? Promise.resolve() : Promise.reject(new Error('no canvas')), cancel() {} }
}
