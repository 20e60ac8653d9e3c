import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const pages = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('page.tsx'),
)

// A journey checks the headings; this checks that every page is covered.
test.each(pages)('%s has its application’s name as heading and in its title', (file) => {
  const source = readFileSync(join(import.meta.dirname, file), 'utf8')
  expect(source).toMatch(
    /title: (applicationTitle\()?application\.name|generateMetadata = applicationMetadata\(/,
  )
  expect(source).toMatch(/<(ApplicationPageLayout|AccountPanel)\b/)
  expect(source).not.toContain('<PageHeader')
})

test('there are pages to check', () => {
  expect(pages.length).toBeGreaterThan(10)
})
