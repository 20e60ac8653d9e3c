import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messages } from '@/generated/messages'

const pages = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(^|\/)page\.tsx$/.test(file),
)

// The landing page has the title of the whole portal.
test.each(pages.filter((file) => file !== '(public)/page.tsx'))('%s has a title', (file) => {
  expect(readFileSync(join(import.meta.dirname, file), 'utf8')).toMatch(/\bgenerateMetadata\b/)
})

test('there are pages to check, and their titles are messages', () => {
  expect(pages.length).toBeGreaterThan(40)
  const titles = pages.flatMap((file) => [
    ...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(
      /(?:page|application)Metadata\('([\w.]+)'(?:, '(\w+)')?/g,
    ),
  ])
  expect(titles.length).toBeGreaterThan(40)
  for (const [call, area = '', second = 'title'] of titles) {
    const key = call.startsWith('applicationMetadata') ? 'title' : second
    expect(messages.en, `${area}.${key}`).toHaveProperty(`${area}.${key}`, expect.any(String))
  }
})
