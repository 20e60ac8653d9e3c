import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@/scripts/launch/root'

/** A test that shows a requirement: it has `// ASVS 6.2.1, 6.2.9` in the line above. */
export type Tag = { id: string; file: string; test: string }

const comment = /^\s*\/\/ ASVS ((?:\d+\.\d+\.\d+(?:, )?)+)$/

/** Every tag in every test file. @throws for one that is not above a test */
export function findTags(): Tag[] {
  return listTestFiles().flatMap((file) => {
    const lines = readFileSync(join(projectRoot, file), 'utf8').split('\n')
    return lines.flatMap((line, index) => {
      const ids = comment.exec(line)?.[1]?.split(', ')
      if (!ids) return []
      const test = readTitle(lines.slice(index + 1, index + 40).join('\n'))
      if (!test) throw new Error(`${file}:${index + 1}: there is no test below this ASVS tag.`)
      return ids.map((id) => ({ id, file, test }))
    })
  })
}

function listTestFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: projectRoot })
  const files = listed.toString().split('\0')
  return files.filter((file) => /(\.test\.tsx?|\.spec\.ts|\.setup\.ts|\.teardown\.ts)$/.test(file)).sort()
}

/** The title of the test or group that begins in the first line. */
function readTitle(source: string): string | null {
  if (!/^\s*(?:test|describe)\b/.test(source)) return null
  // The title follows the opening of the call; a table of cases may come before it.
  const direct = /^\s*(?:test|describe)\(\s*(?:`([^`]*)`|'((?:\\.|[^'\\])*)'|"([^"]*)")/.exec(source)
  const table = /^\s*\]?(?: as const)?\)\(\s*(?:`([^`]*)`|'((?:\\.|[^'\\])*)'|"([^"]*)")/m.exec(source)
  const inline = /^\s*(?:test|describe)\.each\([^\n]*\)\(\s*(?:`([^`]*)`|'((?:\\.|[^'\\])*)'|"([^"]*)")/.exec(
    source,
  )
  const found = direct ?? inline ?? table
  return found ? (found[1] ?? found[2] ?? found[3] ?? null) : null
}
