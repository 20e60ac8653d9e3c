import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Defence } from './defence'

/**
 * The file of a defence as it reads without it.
 * @throws Error when a text to remove does not occur exactly once
 */
export function withoutDefence({ name, file, edits }: Defence, root: string): string {
  let source = readFileSync(join(root, file), 'utf8')
  for (const [search, replacement] of edits) {
    const times = source.split(search).length - 1
    if (times !== 1) throw new Error(`"${name}": its text stands ${times} times in ${file}: ${search}`)
    source = source.replace(search, () => replacement)
  }
  return source
}
