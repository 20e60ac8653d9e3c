import { describe, expect, test } from 'vitest'
import { attachment } from './document-response'

// ASVS 1.2.1, 3.2.1, 5.4.1, 5.4.2, 14.3.2
describe('a download', () => {
  test('is an attachment that no browser sniffs, runs, frames or keeps', () => {
    expect(attachment('statutes.pdf')).toEqual({
      'Content-Disposition': `attachment; filename="statutes.pdf"; filename*=UTF-8''statutes.pdf`,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'Cache-Control': 'private, no-store',
    })
  })

  test.each(['a"; filename="b.exe', 'a\r\nSet-Cookie: b=c', "it's (1)*.pdf", 'été 100%.pdf', 'a\\b.pdf'])(
    'of %j stays one name in one line (RFC 6266, RFC 8187)',
    (name) => {
      const header = attachment(name)['Content-Disposition'] ?? ''
      expect(header).toMatch(/^attachment; filename="[^"\\\r\n%]*"; filename\*=UTF-8''[\w!#$&+\-.^`|~%]*$/)
      expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(name)
    },
  )
})
