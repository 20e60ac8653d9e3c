import { ReadableStream as NodeStream } from 'node:stream/web'
import { readDocument } from '@/lib/documents/content'
import { nameAs } from '@/lib/documents/name'
import { contentTypes, type DocumentKind } from '@/lib/documents/schema'
import { isUuid } from '@/lib/ids'
import { findTemplate } from '@/lib/validation/requirements'

type Stored = { id: string; name: string; kind: string; size: number; encryptionKeyId: string }

/**
 * A stored document as a response: always an attachment, which no browser may interpret as another type. An `<img>`
 * shows it all the same. Decrypted in chunks while it is sent.
 */
export function documentResponse(document: Stored): Response {
  const kind = document.kind as DocumentKind
  return new Response(streamOf(readDocument(document)), {
    headers: {
      'Content-Type': contentTypes[kind],
      'Content-Length': String(document.size),
      ...attachment(nameAs(kind, document.name)),
    },
  })
}

/** The operator's template for a document, for anyone asked to fill it in. */
export async function templateResponse(requirementId: string): Promise<Response> {
  const template = isUuid(requirementId) ? await findTemplate(requirementId) : null
  if (!template) return new Response(null, { status: 404 })
  return new Response(new Uint8Array(template.bytes), {
    headers: { 'Content-Type': 'application/octet-stream', ...attachment(template.name) },
  })
}

/** The headers of a download (RFC 6266): the name in ASCII, and in full for browsers that support RFC 8187. */
export function attachment(name: string): Record<string, string> {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const full = encodeURIComponent(name).replace(/['()*]/g, (each) => `%${each.charCodeAt(0).toString(16)}`)
  return {
    'Content-Disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${full}`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'Cache-Control': 'private, no-store',
  }
}

/** A body whose pieces are read as it is sent; when its reader goes away, `pieces` ends. */
export function streamOf<T>(pieces: AsyncIterable<T> | Iterable<T>): ReadableStream<T> {
  return NodeStream.from(pieces) as ReadableStream<T>
}
