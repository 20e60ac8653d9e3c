import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '@/scripts/launch/root'
import { listMessages } from '@/test/every-message'

const source = ['app', 'components', 'emails', 'i18n', 'lib', 'mailbox', 'portal', 'prisma']
  .flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(join(projectRoot, file), 'utf8'))
  .join('\n')

const words = new Set([...(source.match(/\w+/g) ?? []), ...(source.match(/\w+(-\w+)+/g) ?? [])])
/** Beginnings and ends of words that a template puts together: `${field}_required`. */
const ends = new Set([...source.matchAll(/\}([_A-Z]\w+)/g)].map(([, end = '']) => end))
const beginnings = new Set([...source.matchAll(/(\w{3,})\$\{/g)].map(([, beginning = '']) => beginning))

function isWritten(part: string): boolean {
  return (
    words.has(part) ||
    [...ends].some((end) => part.endsWith(end)) ||
    [...beginnings].some((beginning) => part.startsWith(beginning))
  )
}

test('every part of a message’s key is a word of the code, so that what no page shows is noticed', () => {
  // The name of a file is the namespace.
  const keys = listMessages('en').map(([key]) => key.split('.').slice(1))
  expect(keys.length).toBeGreaterThan(1000)
  expect(keys.filter((key) => !key.every(isWritten)).map((key) => key.join('.'))).toEqual([])
})
