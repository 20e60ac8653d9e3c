/** Follows the structure of a picture while it arrives, in pieces of any size. */
export type Walk = {
  take(piece: Buffer): void
  /** Whether its end has come; what follows belongs to no picture. */
  isWhole: boolean
  isAnimated: boolean
}

/**
 * The segments of a JPEG (ITU-T T.81 §B.1.1) up to the marker EOI. Thumbnails are within segments, and phones
 * append films, so neither the first nor the last EOI of a file is the picture's.
 */
export function walkJpeg(): Walk {
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
export function walkPng(): Walk {
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
