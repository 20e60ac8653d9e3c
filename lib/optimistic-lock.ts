import { createHash } from 'node:crypto'

/** Identifies what a form shows of a thing that it overwrites: anything that JSON can hold. */
export function versionOf(shown: unknown): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url')
}
