import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const pages = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(^|\/)(page\.tsx|route\.ts)$/.test(file),
)

test.each(pages)('%s checks access to the application before it reads anything', (file) => {
  const source = readFileSync(join(import.meta.dirname, file), 'utf8')
  for (const body of source.split(/^export (?:default )?async function /m).slice(1)) {
    const reads = body
      .split('\n')
      .filter((line) => line.includes('await') && !line.endsWith('= await params'))
    expect(reads[0]).toContain('await requireApplication(')
  }
})

test('there are pages to check', () => {
  expect(pages).toHaveLength(3)
})
