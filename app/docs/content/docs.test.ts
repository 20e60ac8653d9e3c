import { createTranslator } from 'next-intl'
import { describe, expect, test } from 'vitest'
import type { Words } from '@/app/docs/content/blocks'
import { readInline } from '@/app/docs/content/inline'
import { markdownAddress, toMarkdown } from '@/app/docs/content/markdown'
import { describeDocs, describeSections } from '@/app/docs/content/pages'
import { parsePage } from '@/app/docs/content/read-file'
import { searchDocs } from '@/app/docs/search/search-index'
import { messages } from '@/generated/messages'
import { errorCodeNames, mayRetry } from '@/lib/error-codes'
import { type Locale, locales } from '@/lib/languages'

function wordsOf(locale: Locale): Words {
  const t = createTranslator({ locale, messages: messages[locale], namespace: 'docs' })
  const api = createTranslator({ locale, messages: messages[locale], namespace: 'docs.api' })
  return { t, api, locale } as unknown as Words
}

describe.each(locales)('the documentation in %s', (locale) => {
  const pages = describeDocs(wordsOf(locale))

  test('has a page for each subject and each error code, once', () => {
    const paths = pages.map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
    expect(paths).toEqual(expect.arrayContaining(errorCodeNames.map((code) => `/docs/errors/${code}`)))
    expect(paths).toEqual(
      expect.arrayContaining(['/docs', '/docs/reference', '/docs/versions', '/docs/changelog']),
    )
    expect(paths.filter((path) => path.startsWith('/docs/quick-start'))).toHaveLength(6)
    const [start] = describeSections(wordsOf(locale))
    expect(start?.pages.map(({ path }) => path)).toEqual(['/docs', '/docs/quick-start'])
  })

  test('is described once', () => expect(describeDocs(wordsOf(locale))).toBe(pages))

  test('links to existing pages and anchors', () => {
    const known = pages.flatMap(({ path, parts }) => [
      '/docs/openapi.json',
      path,
      ...parts.map(({ anchor }) => `${path}#${anchor}`),
    ])
    const links = JSON.stringify(pages).matchAll(/\]\((\/docs[^)]*)\)/g)
    for (const [, href] of links) expect(known).toContain(href)
  })

  // The contract of /docs: digits only, one that is late and one that answers 503.
  test('lists the test accounts on its first page', () => {
    const [overview] = pages
    const accounts = overview?.parts.find(({ anchor }) => anchor === 'accounts')?.blocks
    const table = accounts?.find((block) => block.kind === 'table')
    const rows = table?.kind === 'table' ? table.rows : []
    expect(rows.length).toBeGreaterThanOrEqual(12)
    for (const [msisdn] of rows) expect(msisdn).toMatchObject({ copy: expect.stringMatching(/^\d{6,15}$/) })
    expect(rows.filter(([, , balance]) => balance === '`503`')).toHaveLength(1)
  })

  test('lists each error code once, by what to do about it', () => {
    const blocks = pages.find(({ path }) => path === '/docs/errors')?.parts.at(-1)?.blocks ?? []
    const groups = blocks.flatMap((block) =>
      block.kind === 'table' ? [block.rows.map(([code]) => /`(\w+)`/.exec(String(code))?.[1])] : [],
    )
    expect(groups.flat().sort()).toEqual([...errorCodeNames].sort())
    expect(groups[0]).toEqual(errorCodeNames.filter(mayRetry))
    expect(groups[2]).toContain('address_not_allowed')
  })

  test('shows both calls in every language, and a quick start leads to the others', () => {
    const calls = pages[0]?.parts.find(({ anchor }) => anchor === 'calls')?.blocks ?? []
    expect(calls.flatMap((block) => (block.kind === 'tabs' ? block.tabs : []))).toHaveLength(6)
    const [links] = pages.find(({ path }) => path === '/docs/quick-start/go')?.parts[0]?.blocks ?? []
    expect(links).toMatchObject({ kind: 'links', links: expect.objectContaining({ length: 6 }) })
  })

  test('has the same content in Markdown, with absolute URLs', () => {
    const [guide] = pages
    const text = guide ? toMarkdown(guide, 'https://portal.example') : ''
    expect(text).toMatch(/^# /)
    expect(text).toContain('](https://portal.example/docs/errors/account_not_found.md)')
    expect(text).toContain('](https://portal.example/applications/new)')
    expect(text).toContain('| `221770000001` |')
    for (const { title } of guide?.parts ?? []) expect(text).toContain(`\n## ${title}\n`)
  })
})

test.each([
  ['/docs', '/docs.md'],
  ['/docs#tokens', '/docs.md'],
  ['/docs/errors/not_found', '/docs/errors/not_found.md'],
  ['/docs/openapi.json', '/docs/openapi.json'],
  ['/applications/new', '/applications/new'],
])('the Markdown of %s is at %s', (path, address) => {
  expect(markdownAddress(path)).toBe(address)
})

test('running text is parsed into strong, code and links, and nothing else', () => {
  expect(readInline('A **b** [`c`](/d) e_f * g')).toEqual([
    { kind: 'text', text: 'A ' },
    { kind: 'strong', text: 'b' },
    { kind: 'text', text: ' ' },
    { kind: 'link', href: '/d', pieces: [{ kind: 'code', text: 'c' }] },
    { kind: 'text', text: ' e_f * g' },
  ])
})

describe('a file of the documentation', () => {
  const start = '# Title\n\nThe lead,\nwrapped.\n\n'

  test('becomes parts with anchors, inline Markdown untouched', () => {
    const slots = { table: [{ kind: 'paragraph' as const, text: 'filled' }] }
    const text = `${start}## One {#one}\n\nA **b** [\`c\`](/d).\n\n- x\n  y\n- z\n\n{{table}}\n\n## Two {#two}\n\n1. only\n`
    expect(parsePage(text, slots)).toEqual({
      title: 'Title',
      lead: 'The lead, wrapped.',
      parts: [
        {
          anchor: 'one',
          title: 'One',
          blocks: [
            { kind: 'paragraph', text: 'A **b** [`c`](/d).' },
            { kind: 'list', ordered: false, items: ['x y', 'z'] },
            { kind: 'paragraph', text: 'filled' },
          ],
        },
        { anchor: 'two', title: 'Two', blocks: [{ kind: 'list', ordered: true, items: ['only'] }] },
      ],
    })
  })

  test.each([
    ['a slot that nothing fills', '## One {#one}\n\n{{nothing}}', 'no slot nothing'],
    ['text before its first part', 'Lost text', 'before its parts'],
    ['a heading without an anchor', '## One', 'lacks its anchor'],
    ['Markdown that pages do not use', '## One {#one}\n\n> quoted', 'no blockquote'],
  ])('is refused with %s', (_, text, message) => {
    expect(() => parsePage(start + text)).toThrow(message)
  })

  test.each(locales)('has the same parts, blocks and links in %s as in English', (locale) => {
    const shape = (language: Locale) =>
      describeDocs(wordsOf(language))
        .filter(({ badges }) => !badges)
        .map(({ parts }) =>
          parts.map(({ anchor, blocks }) => [
            anchor,
            blocks.map((block) => [block.kind, block.kind === 'list' ? block.items.length : 0]),
            [...JSON.stringify(blocks).matchAll(/\]\((\/[^)]*)\)/g)].map(([, href]) => href),
          ]),
        )
    expect(shape(locale)).toEqual(shape('en'))
  })

  test('leaves no placeholder unfilled', () => {
    for (const locale of locales)
      expect(JSON.stringify(describeDocs(wordsOf(locale)))).not.toMatch(/\{\{[\w-]+\}\}/)
  })
})

describe('search', () => {
  const find = (query: string, locale: Locale = 'en') =>
    searchDocs(query, wordsOf(locale)).map(({ href }) => href)

  test.each([
    ['invalid_token', '/docs/errors/invalid_token'],
    ['retry after', '/docs/errors#retry'],
    ['test accounts', '/docs#accounts'],
    ['221770000001', '/docs#accounts'],
    ['renewal of the secret overlap', '/docs/security#secret'],
    ['introspect', '/docs/reference/tokens#introspectToken'],
    ['must be sent in the query string', '/docs/errors/invalid_request#messages'],
    ['quick start python', '/docs/quick-start/python'],
    ['secuirty', '/docs/security'],
  ])('%s leads to %s', (query, href) => {
    expect(find(query)).toContain(href)
  })

  test('finds French words with and without their accents', () => {
    expect(find('sécurité', 'fr')[0]).toBe('/docs/security')
    expect(find('securite', 'fr')[0]).toBe('/docs/security')
  })

  test('shows the text around the found words, and finds nothing for an empty query', () => {
    const excerpts = searchDocs('overlap', wordsOf('en')).map(({ excerpt }) => excerpt)
    for (const excerpt of excerpts) expect(excerpt).toMatch(/overlap/i)
    for (const excerpt of excerpts) expect(excerpt.length).toBeLessThan(230)
    expect(find('   ')).toEqual([])
    expect(find('zzzzqqqq')).toEqual([])
    expect(find('x'.repeat(10_000))).toEqual([])
  })
})
