/** The part of `document` between the two markers of this name. @throws Error when they are missing */
export function readMarked(document: string, name: string): string {
  const { from, to } = findMarked(document, name)
  return document.slice(from, to)
}

/** Replaces that part with `text`; the markers stay. @throws Error when they are missing */
export function putMarked(document: string, name: string, text: string): string {
  const { from, to } = findMarked(document, name)
  return `${document.slice(0, from)}\n${text}\n${document.slice(to)}`
}

function findMarked(document: string, name: string): { from: number; to: number } {
  const begin = `<!-- ${name}:begin -->`
  const from = document.indexOf(begin)
  const to = document.indexOf(`<!-- ${name}:end -->`)
  if (from < 0 || to < from) throw new Error(`the markers of ${name} are missing`)
  return { from: from + begin.length, to }
}
