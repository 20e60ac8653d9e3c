import { expect, test } from 'vitest'
import { termsSchema } from './schema'

const form = { textEn: '# Terms', textFr: '# Conditions', effectiveFrom: '2026-12-01' }

test('Markdown keeps its line breaks, as LF; the day is midnight UTC', () => {
  const parsed = termsSchema.parse({ ...form, textEn: '\r\n# Terms\r\n\r\n- one\r\n\t- two ' })
  expect(parsed.textEn).toBe('# Terms\n\n- one\n\t- two')
  expect(parsed.effectiveFrom.toISOString()).toBe('2026-12-01T00:00:00.000Z')
})

// ASVS 1.3.11, 2.2.1
test.each<[object, string, string]>([
  [{ textEn: ' \n ' }, 'textEn', 'text_required'],
  [{ textFr: '' }, 'textFr', 'text_required'],
  [{ textEn: 'x'.repeat(100_001) }, 'textEn', 'text_long'],
  [{ textEn: `a${'\u0301'.repeat(400_000)}` }, 'textEn', 'text_long'],
  [{ textEn: 'a\u0000b' }, 'textEn', 'text_unsafe'],
  [{ textFr: 'a\u202eb' }, 'textFr', 'text_unsafe'],
  [{ effectiveFrom: '' }, 'effectiveFrom', 'date_wrong'],
  [{ effectiveFrom: '2026-02-30' }, 'effectiveFrom', 'date_wrong'],
  [{ effectiveFrom: '9999-01-01' }, 'effectiveFrom', 'date_wrong'],
  [{ effectiveFrom: '0000-01-01' }, 'effectiveFrom', 'date_wrong'],
  [{ effectiveFrom: '01/12/2026' }, 'effectiveFrom', 'date_wrong'],
])('%j is refused next to its field', (change, field, message) => {
  const issues = termsSchema.safeParse({ ...form, ...change }).error?.issues ?? []
  expect(issues.map((issue) => [issue.path[0], issue.message])).toEqual([[field, message]])
})
