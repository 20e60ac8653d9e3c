import { fileTypeFromBuffer } from 'file-type'
import type { DocumentKind } from './schema'

type Finding =
  | { ok: true; kind: DocumentKind }
  | { ok: false; reason: 'wrong_kind' | 'cut_off' | 'animated' | 'prefixed' }

/**
 * Bytes at a file's start that say its kind, and at the end of a PDF that readers search (ISO 32000-1 annex
 * H, note 18).
 */
const headBytes = 4100
const tailBytes = 1030
/** Where readers look for the header of a PDF (annex H, note 13). */
const pdfHeaderBytes = 1024

/**
 * Detects the kind of a file from its content alone, and whether it is complete, while it arrives: only its first and
 * last bytes are kept.
 *
 * A PDF may begin with a byte order mark and blanks, as some programs write. Other bytes before its header are refused:
 * the same file could be a web page or an archive, too, and a reviewer should see what anyone else would.
 * After the end of a picture anything may follow, as phones append films; it is never shown, and files are
 * served as attachments of their kind only.
 */
export class KindFinder {
  #head = Buffer.alloc(0)
  #tail = Buffer.alloc(0)
  /** Blanks and zero bytes since the tail: padding, unless something follows. */
  #padding = 0
  /** The last bytes, where the name of an encryption may have begun. */
  #last = Buffer.alloc(0)
  #isEncrypted = false
  readonly #walks = { jpeg: walkJpeg(), png: walkPng() } satisfies Record<string, Walk>

  take(piece: Buffer): void {
    if (this.#head.length < headBytes) this.#head = Buffer.concat([this.#head, piece]).subarray(0, headBytes)
    for (const walk of Object.values(this.#walks)) walk.take(piece)
    const seen = Buffer.concat([this.#last, piece])
    this.#isEncrypted ||= seen.includes('/Encrypt')
    this.#last = seen.subarray(1 - '/Encrypt'.length)
    const end = piece.length - paddingOf(piece)
    if (end > 0) {
      const between = Buffer.alloc(Math.min(this.#padding, tailBytes), ' ')
      this.#tail = Buffer.concat([this.#tail, between, piece.subarray(0, end)]).subarray(-tailBytes)
      this.#padding = 0
    }
    this.#padding += piece.length - end
  }

  /** Whether a PDF may be encrypted: the trailer, which never is, then names how (ISO 32000-1 §7.6.1). */
  get isEncrypted(): boolean {
    return this.#isEncrypted
  }

  async find(): Promise<Finding> {
    const mime = (await fileTypeFromBuffer(this.#head))?.mime
    if (mime === 'image/jpeg') return this.#picture('jpeg')
    if (mime === 'image/png' || mime === 'image/apng') return this.#picture('png')
    const start = this.#head.subarray(0, pdfHeaderBytes).toString('latin1')
    if (!start.includes('%PDF-')) return { ok: false, reason: 'wrong_kind' }
    if (!/^(?:\xef\xbb\xbf)?[\0\t\n\f\r ]*%PDF-/.test(start)) return { ok: false, reason: 'prefixed' }
    // ISO 32000-1 §7.5.5: the last line is %%EOF. An object after it belongs to an update that was cut off.
    const isWhole = /%%EOF(?!.*\d \d+ obj)/s.test(this.#tail.toString('latin1'))
    return isWhole ? { ok: true, kind: 'pdf' } : { ok: false, reason: 'cut_off' }
  }

  #picture(kind: 'jpeg' | 'png'): Finding {
    const { isAnimated, isWhole } = this.#walks[kind]
    if (isAnimated) return { ok: false, reason: 'animated' }
    return isWhole ? { ok: true, kind } : { ok: false, reason: 'cut_off' }
  }
}

/** How many bytes at the end of `piece` are zero or blank (ISO 32000-1, table 1). */
function paddingOf(piece: Buffer): number {
  let end = piece.length
  while (end > 0 && padding.has(piece[end - 1] as number)) end--
  return piece.length - end
}

const padding = new Set([0, 9, 10, 12, 13, 32])

/** Follows the structure of a picture while it arrives, in pieces of any size. */
type Walk = {
  take(piece: Buffer): void
  /** Whether its end has come; what follows belongs to no picture. */
  isWhole: boolean
  isAnimated: boolean
}

/**
 * The segments of a JPEG (ITU-T T.81 §B.1.1) up to the marker EOI. Thumbnails are within segments, and phones
 * append films, so neither the first nor the last EOI of a file is the picture's.
 */
function walkJpeg(): Walk {
  const walk = { take, isWhole: false, isAnimated: false }
  // The marker SOI. Then a marker, the two bytes of a length, the rest of a segment, or data up to the next marker.
  let skip = 2
  let state: 'between' | 'marker' | 'length' = 'between'
  let marker = 0
  let length = -1

  function take(piece: Buffer): void {
    for (let at = 0; at < piece.length && !walk.isWhole; ) {
      const passed = Math.min(skip, piece.length - at)
      skip -= passed
      at += passed
      if (at < piece.length) at = step(piece, at)
    }
  }

  function step(piece: Buffer, at: number): number {
    const byte = piece[at] as number
    if (state === 'between') {
      const next = piece.indexOf(0xff, at)
      if (next < 0) return piece.length
      state = 'marker'
      return next + 1
    }
    if (state === 'length') measure(byte)
    else if (byte !== 0xff) enter(byte)
    return at + 1
  }

  function enter(byte: number): void {
    marker = byte
    walk.isWhole = marker === 0xd9
    // In data, 0 follows a byte 0xFF, and RST0 to RST7 divide it; TEM and SOI have no length either.
    const isAlone = marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9)
    state = isAlone ? 'between' : 'length'
  }

  function measure(byte: number): void {
    if (length < 0) {
      length = byte
      return
    }
    // The length counts its own two bytes.
    skip = Math.max(length * 256 + byte - 2, 0)
    length = -1
    state = 'between'
  }

  return walk
}

/** The chunks of a PNG (W3C, §5.3) up to IEND. Animated if `acTL` comes before the picture (§11.3.6.1). */
function walkPng(): Walk {
  const walk = { take, isWhole: false, isAnimated: false }
  const head = Buffer.alloc(8)
  const signatureBytes = 8
  const checksumBytes = 4
  let skip = signatureBytes
  let filled = 0
  let type = ''

  function take(piece: Buffer): void {
    for (let at = 0; at < piece.length && !walk.isWhole; ) {
      const passed = Math.min(skip, piece.length - at)
      skip -= passed
      at += passed
      if (skip > 0) return
      if (type === 'IEND') walk.isWhole = true
      else at += fill(piece.subarray(at))
    }
    if (skip === 0 && type === 'IEND') walk.isWhole = true
  }

  /** Takes bytes of a chunk's length and type. @returns how many */
  function fill(rest: Buffer): number {
    const taken = rest.copy(head, filled)
    filled += taken
    if (filled < head.length) return taken
    filled = 0
    type = head.toString('latin1', 4)
    skip = head.readUInt32BE(0) + checksumBytes
    if (type === 'IDAT') hasPicture = true
    if (type === 'acTL' && !hasPicture) walk.isAnimated = true
    return taken
  }
  let hasPicture = false

  return walk
}
