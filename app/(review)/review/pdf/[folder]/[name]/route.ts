import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { requireReviewer } from '@/app/_request/session'

type Context = { params: Promise<{ folder: string; name: string }> }

/** The files that pdf.js fetches while it draws a page: character maps, colour profiles, fonts, image decoders. */
const folders = ['cmaps', 'iccs', 'standard_fonts', 'wasm']
const contentTypes: Record<string, string> = {
  bcmap: 'application/octet-stream',
  icc: 'application/vnd.iccprofile',
  js: 'text/javascript; charset=utf-8',
  pfb: 'application/octet-stream',
  ttf: 'font/ttf',
  wasm: 'application/wasm',
}

/** A file of the installed pdf.js, so that a preview loads nothing from another host. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  await requireReviewer()
  const { folder, name } = await params
  const contentType = contentTypes[/^[\w-]+\.([a-z]+)$/.exec(name)?.[1] ?? '']
  if (!contentType || !folders.includes(folder)) return new Response(null, { status: 404 })
  const body = await readPart(folder, name)
  if (!body) return new Response(null, { status: 404 })
  return new Response(new Uint8Array(body), {
    headers: { 'Content-Type': contentType, 'Cache-Control': 'private, max-age=86400' },
  })
}

async function readPart(folder: string, name: string): Promise<Buffer | null> {
  // Read from node_modules: otherwise the build would have to copy two hundred files that it can't trace.
  const root = join(/* turbopackIgnore: true */ process.cwd(), 'node_modules', 'pdfjs-dist')
  try {
    return await readFile(join(/* turbopackIgnore: true */ root, folder, name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
