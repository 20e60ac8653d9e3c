/**
 * The parameters of a query string: names decoded where they are ASCII, as all names are that we know; values as sent,
 * empty without an equals sign. Full decoding throws for each malformed escape, and thousands of exceptions for a query
 * of 16 kB, which anyone can send, would take a tenth of a second.
 */
export function splitQuery(query: string): [name: string, value: string][] {
  if (query === '') return []
  return query.split('&').map((piece) => {
    const equals = piece.indexOf('=')
    if (equals < 0) return [decodeName(piece), '']
    return [decodeName(piece.slice(0, equals)), piece.slice(equals + 1)]
  })
}

function decodeName(name: string): string {
  return name.replace(/%([0-7][0-9A-Fa-f])/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}
