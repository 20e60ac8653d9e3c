import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Markdown } from './markdown'
import { TextChanges } from './text-changes'

const html = (text: string) => renderToStaticMarkup(<Markdown text={text} />)

describe('an administrator’s Markdown', () => {
  test('has its headings below the page’s own, its lists, tables and links', () => {
    const page = html('# One\n\n## Two\n\n- a\n- [b](https://example.com)\n\n| c |\n|---|\n| d |')
    expect(page).not.toMatch(/<h1/)
    for (const part of ['<h2', '<h3', '<li>', '<table', 'href="https://example.com"'])
      expect(page).toContain(part)
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

test('changes show what was removed and added, escaped, and what stayed', () => {
  const page = renderToStaticMarkup(
    <TextChanges before="You pay 5 francs a month." after="You pay <b>7</b> francs a month." />,
  )
  expect(page).toMatch(/<del [^>]*>5<\/del>/)
  expect(page).toContain('&lt;b&gt;')
  expect(page).toContain(' francs a month.')
})

test('two long texts that have nothing in common are given up on in time', { timeout: 5000 }, () => {
  const words = (from: number) => Array.from({ length: 20_000 }, (_, index) => `w${from + index}`).join(' ')
  const page = renderToStaticMarkup(<TextChanges before={words(0)} after={words(100_000)} />)
  expect(page.length).toBeGreaterThanOrEqual(0)
})
