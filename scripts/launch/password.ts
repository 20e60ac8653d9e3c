import { randomInt } from 'node:crypto'

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const length = 16

/** A random password that is easy to type, for the invented people of a start to try things. */
export function makePassword(): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}
