import { createTranslator } from 'next-intl'
import { describe, expect, test } from 'vitest'
import type { Words } from '@/app/docs/content/blocks'
import { readChangelog } from '@/app/docs/content/changelog'
import { readInline } from '@/app/docs/content/inline'
import { markdownAddress, toMarkdown } from '@/app/docs/content/markdown'
import { describeDocs } from '@/app/docs/content/pages'
import { errorCodeNames } from '@/app/docs/errors/codes'
import { searchDocs } from '@/app/docs/search/search-index'
import { type Locale, locales } from '@/i18n/locale'
import { messages } from '@/messages'

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
  })

  test('leads to pages and anchors that are there', () => {
    const known = pages.flatMap(({ path, parts }) => [
      path,
      ...parts.map(({ anchor }) => `${path}#${anchor}`),
    ])
    const links = JSON.stringify(pages).matchAll(/\]\((\/docs[^)]*)\)/g)
    for (const [, href] of links) expect(known).toContain(href)
  })

  test('says the same in Markdown, with whole addresses', () => {
    const [guide] = pages
    const text = guide ? toMarkdown(guide, 'https://portal.example') : ''
    expect(text).toMatch(/^# /)
    expect(text).toContain('](https://portal.example/docs/errors/invalid_token.md)')
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
])('the Markdown of %s stands at %s', (path, address) => {
  expect(markdownAddress(path)).toBe(address)
})

test('running text is taken apart into strong, code and links, and nothing else', () => {
  expect(readInline('A **b** [`c`](/d) e_f * g')).toEqual([
    { kind: 'text', text: 'A ' },
    { kind: 'strong', text: 'b' },
    { kind: 'text', text: ' ' },
    { kind: 'link', href: '/d', pieces: [{ kind: 'code', text: 'c' }] },
    { kind: 'text', text: ' e_f * g' },
  ])
})

test('a changelog becomes a part for each version', () => {
  const text =
    '# Changelog\n\nAbout.\n\n## 1.2.0 (2026)\n\n### Added\n- One\n  line.\n- Two.\n\nA\nparagraph.\n'
  expect(readChangelog(text)).toEqual([
    {
      anchor: 'version-1-2-0-2026',
      title: '1.2.0 (2026)',
      blocks: [
        { kind: 'heading', text: 'Added' },
        { kind: 'list', items: ['One line.', 'Two.'] },
        { kind: 'paragraph', text: 'A paragraph.' },
      ],
    },
  ])
})

describe('search', () => {
  const find = (query: string, locale: Locale = 'en') =>
    searchDocs(query, wordsOf(locale)).map(({ href }) => href)

  test.each([
    ['invalid_token', '/docs/errors/invalid_token'],
    ['retry after', '/docs#errors'],
    ['test accounts', '/docs#accounts'],
    ['221770000001', '/docs#accounts'],
    ['renewal of the secret overlap', '/docs#security'],
    ['introspect', '/docs/reference#introspectToken'],
    ['secuirty', '/docs#security'],
  ])('%s leads to %s', (query, href) => {
    expect(find(query)).toContain(href)
  })

  test('finds French words with and without their accents', () => {
    expect(find('sécurité', 'fr')[0]).toBe('/docs#security')
    expect(find('securite', 'fr')[0]).toBe('/docs#security')
  })

  test('marks what it found, and finds nothing for nothing', () => {
    const hits = searchDocs('quota', wordsOf('en')).flatMap(({ excerpt }) => excerpt.filter(({ hit }) => hit))
    expect(hits.map(({ text }) => text)).toContain('quota')
    expect(find('   ')).toEqual([])
    expect(find('zzzzqqqq')).toEqual([])
    expect(find('x'.repeat(10_000))).toEqual([])
  })
})
