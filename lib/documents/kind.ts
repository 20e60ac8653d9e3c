import { fileTypeFromBuffer } from 'file-type'
import type { DocumentKind } from './schema'

/** Bytes at a file's start and end that {@link findKind} needs. */
export const headBytes = 4100
export const tailBytes = 2048

/** `cut_off`: the kind is recognised, but the end of the file is missing. */
type Finding = { ok: true; kind: DocumentKind } | { ok: false; reason: 'wrong_kind' | 'cut_off' }

const mimeTypes: Record<string, DocumentKind> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpeg',
  'image/png': 'png',
}

/**
 * Detects the kind of a file from its content alone, and whether it is complete.
 * @param head its first {@link headBytes} bytes, or all of a shorter file
 * @param tail its last {@link tailBytes} bytes, or all of a shorter file
 */
export async function findKind(head: Buffer, tail: Buffer): Promise<Finding> {
  const kind = mimeTypes[(await fileTypeFromBuffer(head))?.mime ?? '']
  if (!kind || (kind === 'pdf' && !head.subarray(0, 5).equals(Buffer.from('%PDF-'))))
    return { ok: false, reason: 'wrong_kind' }
  return isWhole[kind](tail) ? { ok: true, kind } : { ok: false, reason: 'cut_off' }
}

const isWhole: Record<DocumentKind, (tail: Buffer) => boolean> = {
  // ISO 32000-1 §7.5.5: the last line is %%EOF; readers look in the last 1,024 bytes (annex H, note 18). An object
  // after it belongs to an update that was cut off.
  pdf: (tail) => /%%EOF(?!.*\d \d+ obj)/s.test(tail.subarray(-1030).toString('latin1')),
  // ITU-T T.81 §B.1.1.3: the marker EOI. Cameras append further data after it.
  jpeg: (tail) => tail.includes(Buffer.from([0xff, 0xd9])),
  // PNG (W3C) §11.2.5: an empty IEND chunk with its fixed checksum.
  png: (tail) => tail.includes(Buffer.from([0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82])),
}
