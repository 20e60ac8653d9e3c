/** A field line of a response (RFC 9112 §5). No value can be chosen by a caller. */
export function line(name: string, value: string | number): string {
  return `${name}: ${value}\r\n`
}

export const jsonLine = line('Content-Type', 'application/json')
