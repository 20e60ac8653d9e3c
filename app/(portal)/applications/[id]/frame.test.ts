import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const pages = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('page.tsx'),
)

// A journey reads the headings; that no page is forgotten is seen here.
test.each(pages)('%s is headed, and titled, with the name of its application', (file) => {
  const source = readFileSync(join(import.meta.dirname, file), 'utf8')
  expect(source).toMatch(/title: (applicationTitle\()?application\.name/)
  expect(source).toMatch(/<(ApplicationFrame|AccountsFrame)\b/)
  expect(source).not.toContain('<PageHeader')
})

test('there are pages to look at', () => {
  expect(pages.length).toBeGreaterThan(10)
})
