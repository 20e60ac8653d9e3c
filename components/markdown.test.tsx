import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Markdown } from './markdown'
import { MarkdownChanges } from './markdown-changes'

const html = (text: string) => renderToStaticMarkup(<Markdown text={text} />)

describe('an administrator’s Markdown', () => {
  test('has its headings below the page’s own, its lists, tables and links', () => {
    const page = html('# One\n\n## Two\n\n- a\n- [b](https://example.com)\n\n| c |\n|---|\n| d |')
    expect(page).not.toMatch(/<h1/)
    for (const part of ['<h2', '<h3', '<li>', '<table', 'href="https://example.com"'])
      expect(page).toContain(part)
  })

  test('aligns the columns of its tables by class, as no style passes the content security policy', () => {
    const page = html('| a | b | c | d |\n|:-|:-:|-:|-|\n| 1 | 2 | 3 | 4 |')
    for (const [cell, class_] of [
      ['a', 'text-left'],
      ['2', 'text-center'],
      ['3', 'text-right'],
    ])
      expect(page).toMatch(new RegExp(`class="${class_}">${cell}</t[hd]>`))
    expect(page).not.toMatch(/style=|align=/)
  })

  // ASVS 1.3.1, 3.2.2
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '![tracker](https://evil.example/pixel.png)',
    '[x](javascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '<a href="https://evil.example" onclick="alert(1)">x</a>',
    '<iframe src="https://evil.example"></iframe>',
    '<style>body{display:none}</style>',
    '<form action="https://evil.example"><input name="password"></form>',
    '[x]: javascript:alert(1)\n\n[x]',
    '- [ ] a task',
  ])('runs and loads nothing: %j', (text) => {
    expect(html(text)).not.toMatch(
      /<(script|img|iframe|style|form|input)|javascript:|data:|\son\w+=|\sstyle=/i,
    )
  })
})

describe('the changes of an administrator’s Markdown', () => {
  const changes = (before: string, after: string) =>
    renderToStaticMarkup(<MarkdownChanges before={before} after={after} />).replaceAll(/ class="[^"]*"/g, '')

  test('are its words, a space between what was and what is, escaped and without its signs', () => {
    const page = changes(
      '## Use\n\nKeep **72 hours** of logs.\n\n1. One\n2. Three',
      '## Use\n\nKeep **24 hours** of `<b>` logs.\n\n1. One\n2. Two\n3. Three',
    )
    expect(page).toContain('<h3>Use</h3>')
    expect(page).toContain('<p>Keep <del>72</del> <ins>24</ins> hours of <ins>&lt;b&gt; </ins>logs.</p>')
    expect(page).toMatch(
      /<ol>\s*<li>One<\/li>\s*<li>\s*<ins>\s*<p>Two<\/p>\s*<\/ins>\s*<\/li>\s*<li>Three<\/li>/,
    )
    expect(page).not.toMatch(/##|\*\*/)
  })

  test('are whole blocks where only the address of a link, the kind or the look changed', () => {
    const page = changes('See [this](https://a.test).\n\nPay.', 'See [this](https://b.test).\n\n## Pay.')
    expect(page).toMatch(/<del>.*https:\/\/a\.test.*<\/del>.*<ins>.*https:\/\/b\.test.*<\/ins>/s)
    expect(page).toMatch(/<del>\s*<p>Pay\.<\/p>\s*<\/del>\s*<ins>\s*<h3>Pay\.<\/h3>/)
  })

  test('run nothing', () => {
    expect(changes('', '<script>alert(1)</script>\n\n[x](javascript:alert(1))')).not.toMatch(
      /<script|javascript:/,
    )
  })

  test('between two long texts that have nothing in common are given up on in time', {
    timeout: 30_000,
  }, () => {
    const words = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `w${from + index}`)
    for (const [separator, count] of [
      [' ', 20_000],
      ['\n\n', 300],
    ] as const) {
      const page = changes(words(0, count).join(separator), words(100_000, count).join(separator))
      expect(page).toEqual(expect.any(String))
    }
  })
})
