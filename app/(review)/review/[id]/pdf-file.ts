import type { PDFDocumentProxy } from 'pdfjs-dist'
import {
  type Drawing,
  densest,
  type FileProblem,
  maxPixels,
  type OpenedFile,
  type PageView,
} from './drawn-file'

/** Where pdf.js finds its parts: our own route. */
const parts = '/review/pdf'

/**
 * Fetches a PDF and opens it with pdf.js, which is loaded with the first one. Each PDF gets its own web worker: a file
 * that keeps one busy doesn't delay the others.
 */
export async function openPdf(href: string, signal: AbortSignal): Promise<OpenedFile> {
  const data = await download(href, signal).catch(() => null)
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

async function download(href: string, signal: AbortSignal): Promise<ArrayBuffer | null> {
  const response = await fetch(href, { signal })
  // An expired session redirects to the sign-in page, which is no PDF.
  const isPdf = response.headers.get('Content-Type')?.startsWith('application/pdf')
  return response.ok && isPdf ? response.arrayBuffer() : null
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
