import { afterAll, expect, test } from 'vitest'
import { setClock } from '@/lib/clock'
import { announcementChangeSchema, announcementSchema } from './schema'

setClock(new Date('2026-11-22T10:00:00Z'))
afterAll(() => setClock(null))

const form = {
  kind: 'maintenance',
  titleEn: 'Tonight',
  titleFr: 'Ce soir',
  textEn: 'A pause.\r\nNot long.',
  textFr: 'Une pause.',
  audience: 'everyone',
  from: '2026-11-22T22:00',
  to: '2026-11-22T23:00',
  endpoint: 'account',
  sunset: '2027-06-30',
}
const deprecation = { ...form, kind: 'deprecation', from: '2026-11-21', to: '' }

function issues(typed: object): string[] {
  const { error } = announcementSchema.safeParse(typed)
  return error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []
}

test('times are UTC; endpoint and sunset count for a deprecation only', () => {
  expect(announcementSchema.parse(form)).toMatchObject({
    from: new Date('2026-11-22T22:00:00Z'),
    to: new Date('2026-11-22T23:00:00Z'),
    textEn: 'A pause.\nNot long.',
    endpoint: null,
    sunset: null,
  })
  expect(announcementSchema.parse(deprecation)).toMatchObject({
    from: new Date('2026-11-21T00:00:00Z'),
    to: null,
    endpoint: 'account',
    sunset: new Date('2027-06-30T00:00:00Z'),
  })
})

test.each([
  [{ kind: 'news' }, 'kind kind_required'],
  [{ audience: undefined }, 'audience audience_required'],
  [{ titleEn: '  ' }, 'titleEn title_required'],
  [{ titleFr: 'x'.repeat(121) }, 'titleFr title_too_long'],
  [{ titleFr: 'x'.repeat(100_000) }, 'titleFr title_too_long'],
  [{ titleEn: 'a\u202eb' }, 'titleEn title_unsafe'],
  [{ titleEn: 'two\nlines' }, 'titleEn title_unsafe'],
  [{ textFr: '' }, 'textFr text_required'],
  [{ textFr: 'x'.repeat(4001) }, 'textFr text_too_long'],
  [{ textEn: 'bell\u0007' }, 'textEn text_unsafe'],
  [{ from: '' }, 'from time_wrong'],
  [{ from: '2026-02-30T10:00' }, 'from time_wrong'],
  [{ from: 'tomorrow' }, 'from time_wrong'],
  [{ from: `2026-11-22T22:00${' '.repeat(9)}`.padEnd(100_000, '0') }, 'from time_wrong'],
  [{ from: '2026-10-01T10:00', to: '' }, 'from from_past'],
  [{ from: '2036-10-01T10:00', to: '' }, 'from too_far'],
  [{ to: '2026-11-22T22:00' }, 'to to_before_from'],
  [{ to: '2026-13-01T22:00' }, 'to time_wrong'],
  [{ from: '2026-11-22T08:00', to: '2026-11-22T10:00' }, 'to to_past'],
  [{ to: '2036-11-22T10:00' }, 'to too_far'],
])('%o is refused: %s', (wrong, issue) => {
  expect(issues({ ...form, ...wrong })).toContain(issue)
})

test.each([
  [{ endpoint: '' }, 'endpoint endpoint_required'],
  [{ endpoint: 'metadata' }, 'endpoint endpoint_required'],
  [{ sunset: '' }, 'sunset sunset_required'],
  [{ sunset: '31/12/2027' }, 'sunset date_wrong'],
  [{ sunset: '2027-02-30' }, 'sunset date_wrong'],
  [{ sunset: '2027-06-30T10:00' }, 'sunset date_wrong'],
  [{ sunset: '2026-11-22' }, 'sunset sunset_past'],
  [{ sunset: '2026-11-20' }, 'sunset sunset_before_from'],
  [{ sunset: '2126-11-20' }, 'sunset too_far'],
])('a deprecation with %o is refused: %s', (wrong, issue) => {
  expect(issues({ ...deprecation, ...wrong })).toEqual([issue])
})

test('a change may end what has ended, and keeps the sunset of a deprecation only', () => {
  const change = { ...deprecation, from: '2026-01-01T10:00', to: '2026-01-01T12:00' }
  expect(announcementChangeSchema.parse({ ...change, kind: 'incident' })).toMatchObject({ sunset: null })
  expect(announcementChangeSchema.parse(change)).toMatchObject({
    sunset: new Date('2027-06-30T00:00:00Z'),
  })
  for (const wrong of [{ sunset: '' }, { from: '0000-01-01' }, { from: '9999-01-01', to: '' }])
    expect(announcementChangeSchema.safeParse({ ...change, ...wrong }).success).toBe(false)
})
