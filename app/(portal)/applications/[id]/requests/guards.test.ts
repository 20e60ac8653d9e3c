import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..')
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^(usage|requests)\/.*(page\.tsx|route\.ts)$/.test(file),
)

test.each(pages)('%s checks access to the application before it reads anything', (file) => {
  const source = readFileSync(join(folder, file), 'utf8')
  for (const body of source.split(/^export (?:default )?async function /m).slice(1)) {
    const reads = body
      .split('\n')
      .filter((line) => line.includes('await') && !line.endsWith('= await params'))
    expect(reads[0]).toContain('await requireApplication(')
  }
})

test('there are pages to check', () => {
  expect(pages).toHaveLength(4)
})
