import { ReadableStream as NodeStream } from 'node:stream/web'

/** A body whose pieces are read as it is sent; when its reader goes away, `pieces` ends. */
export function streamOf<T>(pieces: AsyncIterable<T> | Iterable<T>): ReadableStream<T> {
  return NodeStream.from(pieces) as ReadableStream<T>
}
