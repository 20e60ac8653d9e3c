'use client'

import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'

export type PaneLabels = Record<'loading' | 'retry', string> & {
  problems: Record<FileProblem | 'page', string>
}

/** A file to show; `canvas` names one page of it, with its number still to be filled in. */
export type Shown = { href: string; kind: string; title: string; canvas: string }

type View = { zoom: number; turns: number; page: number }
type Props = { shown: Shown; look: View; labels: PaneLabels; onOpen?: (pages: number) => void }

/** Why a file can't be shown. */
type FileProblem = 'protected' | 'broken' | 'unreachable' | 'failed'
type Drawing = { done: Promise<void>; cancel(): void }

/** The part to draw: a page from 1, in CSS pixels, turned clockwise by quarters. */
type PageView = { page: number; width: number; turns: number }

/** A file whose pages can be drawn, or why they can't. */
type OpenedFile =
  | {
      pages: number
      draw(canvas: HTMLCanvasElement, look: PageView): Drawing
      close(): void
      problem?: undefined
    }
  | { problem: FileProblem }

type DrawnFile = Exclude<OpenedFile, { problem: FileProblem }>

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

/** Draws a page on the canvas whenever another one, another size or another turn is requested. */
function useDrawnPage(
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

type State = { file?: DrawnFile; problem?: FileProblem }
type Source = { href: string; kind: string }

/** True once the element has come near the viewport; never while it is hidden. */
function useSeen(element: RefObject<HTMLElement | null>): boolean {
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
function useFile({ href, kind }: Source, wanted: boolean): State & { retry: () => void } {
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

/** Where pdf.js finds its parts: our own route. */
const parts = '/review/pdf'

/**
 * Fetches a PDF and opens it with pdf.js, which is loaded with the first one. Each PDF gets its own web worker: a file
 * that keeps one busy doesn't delay the others.
 */
async function openPdf(href: string, signal: AbortSignal): Promise<OpenedFile> {
  const data = await download(href, 'application/pdf', signal)
    .then((file) => file?.arrayBuffer())
    .catch(() => null)
  const pdfjs = data && (await loadPdfjs().catch(() => null))
  if (!pdfjs) return { problem: 'unreachable' }
  const task = pdfjs.getDocument({
    data,
    // A submitted file is untrusted: nothing in it is run as code.
    isEvalSupported: false,
    enableXfa: false,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
    cMapUrl: `${parts}/cmaps/`,
    iccUrl: `${parts}/iccs/`,
    standardFontDataUrl: `${parts}/standard_fonts/`,
    wasmUrl: `${parts}/wasm/`,
  })
  try {
    const pdf = await task.promise
    return {
      pages: pdf.numPages,
      draw: (canvas, look) => drawPage(pdf, canvas, look),
      close: () => void pdf.loadingTask.destroy(),
    }
  } catch (error) {
    await task.destroy()
    return { problem: problemOf(error as Error) }
  }
}

/** Sharp on a high-density screen; more would only cost memory. */
const densest = 2
const maxPixels = 16_000_000

/** Draws one page (from 1) on the canvas, `width` CSS pixels wide, keeping the page's proportions. */
function drawPage(
  pdf: PDFDocumentProxy,
  canvas: HTMLCanvasElement,
  { page: number, width, turns }: PageView,
): Drawing {
  let cancel = () => {}
  let cancelled = false
  async function draw() {
    const page = await pdf.getPage(number)
    if (cancelled) return
    const rotation = (page.rotate + turns * 90) % 360
    const natural = page.getViewport({ scale: 1, rotation })
    const wanted = (width * Math.min(window.devicePixelRatio, densest)) / natural.width
    const scale = Math.min(wanted, Math.sqrt(maxPixels / (natural.width * natural.height)))
    const viewport = page.getViewport({ scale, rotation })
    canvas.width = Math.max(1, Math.floor(viewport.width))
    canvas.height = Math.max(1, Math.floor(viewport.height))
    const task = page.render({ canvas, viewport })
    cancel = () => task.cancel()
    await task.promise
  }
  return {
    done: draw(),
    cancel: () => {
      cancelled = true
      cancel()
    },
  }
}

/** The build for browsers of the last few years, not only of the last few months. */
async function loadPdfjs() {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs')
  pdfjs.GlobalWorkerOptions.workerSrc ||= new URL(
    'pdfjs-dist/legacy/build/pdf.worker.min.mjs',
    import.meta.url,
  ).href
  return pdfjs
}

function problemOf({ name }: Error): FileProblem {
  if (name === 'PasswordException') return 'protected'
  return name === 'InvalidPDFException' ? 'broken' : 'failed'
}

/** Fetches an image, to be drawn the right way up as its camera recorded it. */
async function openImage(href: string, signal: AbortSignal): Promise<OpenedFile> {
  const blob = await download(href, 'image/', signal).catch(() => null)
  if (!blob) return { problem: 'unreachable' }
  const image = await createImageBitmap(blob).catch(() => null)
  if (!image) return { problem: 'broken' }
  return { pages: 1, draw: (canvas, look) => drawImage(image, canvas, look), close: () => image.close() }
}

/** The file, if it has this type. An expired session redirects to the sign-in page, which has not. */
async function download(href: string, type: string, signal: AbortSignal): Promise<Blob | null> {
  const response = await fetch(href, { signal })
  const isOfType = response.headers.get('Content-Type')?.startsWith(type)
  return response.ok && isOfType ? response.blob() : null
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
