import { parseExactJson } from '@/lib/exact-json'
import { BodyTooLargeError } from '@/lib/read-body'
import type { Exchange } from './exchange'
import { isCompressed } from './read-body'
import { Problem } from './responses/problem'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads the body as JSON, numbers by their digits, whatever its content type.
 * @param limit in bytes
 * @throws Problem 413 body_too_large, 400 invalid_request
 * @throws AbortedError when the connection ends first
 */
export async function readJsonBody(exchange: Exchange, limit: number): Promise<unknown> {
  if (isCompressed(exchange.wire))
    throw new Problem('invalid_request', { detail: 'The body must not be compressed.' })
  const body = await readBytes(exchange, limit)
  try {
    return parseExactJson(typeof body === 'string' ? body : utf8.decode(body))
  } catch {
    const detail = 'The body must be JSON in UTF-8, with each name once.'
    throw new Problem('invalid_request', { detail })
  }
}

async function readBytes(exchange: Exchange, limit: number): Promise<string | Buffer> {
  try {
    return await exchange.wire.readBody(limit)
  } catch (error) {
    if (!(error instanceof BodyTooLargeError)) throw error
    exchange.afterwards = 'linger'
    throw new Problem('body_too_large')
  }
}
