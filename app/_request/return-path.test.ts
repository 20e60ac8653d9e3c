import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forceNavigation, landing, returnPath, withReturn } from './return-path'

// ASVS 1.2.2, 3.7.2
describe('the page to return to', () => {
  test.each(['/account', '/applications/1?tab=x#y', '/'])('%j is ours', (path) => {
    expect(returnPath(path)).toBe(path)
  })

  test.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'https://evil.example/',
    'http:/evil.example',
    'javascript:alert(1)',
    'evil',
    '/\t/evil.example',
    '/\n/evil.example',
    '/ok\\..\\evil',
    '/.//evil.example/phish',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/x/%2E%2e//evil.example',
    '/a/.././/evil.example',
    '/..//evil.example',
    '',
    undefined,
    null,
    ['/account'],
  ])('%j leads home', (asked) => {
    expect(returnPath(asked)).toBe('/applications')
  })

  test('is on this portal for any input, as a browser reads it, and parsing it again changes nothing', () => {
    const piece = fc.constantFrom(
      '/',
      '//',
      '.',
      '..',
      '%2e',
      '%2F',
      '%5c',
      '\\',
      '@',
      ':',
      '?',
      '#',
      '\t',
      '\n',
      '\0',
      'https:',
      'evil.example',
      'a',
    )
    const path = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`),
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
      fc.webPath().map((each) => `/${each}`),
      fc.string(),
    )
    fc.assert(
      fc.property(path, (asked) => {
        const result = returnPath(asked)
        expect(new URL(result, 'http://localhost:3000/sign-in').origin).toBe('http://localhost:3000')
        expect(returnPath(result)).toBe(result)
      }),
      { numRuns: 20_000 },
    )
  })

  test('is passed on only if it is not the home page', () => {
    expect(withReturn('/sign-in', '/applications')).toBe('/sign-in')
    expect(withReturn('/sign-in', '/account?a=b')).toBe('/sign-in?next=%2Faccount%3Fa%3Db')
  })
})

test('one lands where their work is', () => {
  expect(landing('developer')).toBe('/applications')
  expect([landing('reviewer'), landing('administrator')]).toEqual(['/review', '/administration'])
})

test('the same page after a post is another address, its anchor at the end', () => {
  expect(forceNavigation('/review/1?done=sent#notes')).toMatch(/^\/review\/1\?done=sent&at=[0-9a-z]+#notes$/)
  expect(forceNavigation('/review/1')).toMatch(/^\/review\/1\?at=[0-9a-z]+$/)
})
