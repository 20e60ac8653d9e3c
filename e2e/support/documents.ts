import { makePdf } from '@/scripts/launch/demo/validation-acts'

/** The value of a file field. */
export function pdfFile(name: string) {
  return { name, mimeType: 'application/pdf', buffer: makePdf(name, []) }
}
