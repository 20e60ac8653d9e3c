import type { PDFDocumentProxy } from 'pdfjs-dist'

/** Why the pages of a PDF can't be shown. */
export type PdfProblem = 'protected' | 'broken' | 'unreachable' | 'failed'
export type OpenedPdf = { pdf: PDFDocumentProxy } | { problem: PdfProblem }
export type Drawing = { done: Promise<void>; cancel(): void }

/** Where pdf.js finds its parts: our own route. */
const parts = '/review/pdf'
/** Sharp on a high-density screen; more would only cost memory. */
const densest = 2
const maxPixels = 16_000_000

/**
 * Fetches a PDF and opens it with pdf.js, which is loaded with the first one. Each PDF gets its own web worker: a file
 * that keeps one busy doesn't delay the others.
 */
export async function openPdf(href: string, signal: AbortSignal): Promise<OpenedPdf> {
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
    return { pdf: await task.promise }
  } catch (error) {
    await task.destroy()
    return { problem: problemOf(error as Error) }
  }
}

/** Draws one page (from 1) on the canvas, `width` CSS pixels wide, keeping the page's proportions. */
export function drawPage(
  pdf: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
  width: number,
): Drawing {
  let cancel = () => {}
  let cancelled = false
  async function draw() {
    const page = await pdf.getPage(number)
    if (cancelled) return
    const natural = page.getViewport({ scale: 1 })
    const wanted = (width * Math.min(window.devicePixelRatio, densest)) / natural.width
    const scale = Math.min(wanted, Math.sqrt(maxPixels / (natural.width * natural.height)))
    const viewport = page.getViewport({ scale })
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

function problemOf({ name }: Error): PdfProblem {
  if (name === 'PasswordException') return 'protected'
  return name === 'InvalidPDFException' ? 'broken' : 'failed'
}
