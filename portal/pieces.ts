import type { IncomingMessage } from 'node:http'

/** Bytes that are gathered before a reader gets them. */
const gathered = 4096
/** Beyond so many pieces they have to have so many bytes on average, as those of every network do. */
const tiny = { pieces: 4096, bytes: 32 }

/**
 * Joins the pieces of a body to larger ones before anyone reads them. Node makes a piece of each chunk and each packet,
 * which takes a hundred times as much memory as a byte in it, and as long as a large one: ten uploads in single bytes
 * would hold a gigabyte, and the process for minutes. A body of thousands of tiny pieces is cut.
 */
export function gatherPieces(request: IncomingMessage): void {
  const push = request.push.bind(request)
  let held = Buffer.alloc(0)
  let size = 0
  let pieces = 0
  let bytes = 0

  request.push = (piece: Buffer | null) => {
    bytes += piece?.length ?? 0
    if (++pieces > tiny.pieces && bytes < pieces * tiny.bytes) {
      request.destroy()
      return false
    }
    if (piece && size + piece.length <= gathered) {
      if (size === 0) held = Buffer.allocUnsafe(gathered)
      size += piece.copy(held, size)
      return true
    }
    if (size > 0) push(held.subarray(0, size))
    size = 0
    return push(piece)
  }
}
