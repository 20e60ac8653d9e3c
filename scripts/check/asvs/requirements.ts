import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@/scripts/launch/root'

/** One requirement of OWASP ASVS 5.0 in our words; `reason` says why no test needs to show it, or not alone. */
export type Requirement = { id: string; level: 1 | 2 | 3; words: string; chapter: string; reason?: Reason }

/**
 * `n/a`: not applicable here; `docs`: shown by a document, named by its path; `operator`: the operator's
 * responsibility; `open`: not met.
 */
type Reason = { kind: (typeof reasonKinds)[number]; words: string }

const reasonKinds = ['n/a', 'docs', 'operator', 'open'] as const

/** Reads `requirements.txt`: `6.2.1 1 words`, then ` :: kind: words` where no test shows all of it. */
export function readRequirements(): Requirement[] {
  const lines = readFileSync(join(projectRoot, 'scripts/check/asvs/requirements.txt'), 'utf8')
    .trim()
    .split('\n')
  let chapter = ''
  return lines.flatMap((line) => {
    if (line.startsWith('# ')) chapter = line.slice(2)
    return line.startsWith('# ') ? [] : [readLine(line, chapter)]
  })
}

function readLine(line: string, chapter: string): Requirement {
  const found = /^(\d+\.\d+\.\d+) ([123]) (.+?)(?: :: (n\/a|docs|operator|open): (.+))?$/.exec(line)
  if (!found) throw new Error(`scripts/check/asvs/requirements.txt: "${line}" is not a requirement.`)
  const [, id = '', level, words = '', kind, why = ''] = found
  const reason = kind ? { kind: kind as Reason['kind'], words: why } : undefined
  return { id, level: Number(level) as 1 | 2 | 3, words, chapter, ...(reason ? { reason } : {}) }
}
