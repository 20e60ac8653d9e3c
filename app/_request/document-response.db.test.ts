import { describe, expect, test } from 'vitest'
import { database } from '@/lib/database'
import { withOwnDatabase } from '@/test/own-database'
import { createDraft, pdf, upload } from '@/test/validation'
import { attachment, documentResponse, templateResponse } from './document-response'

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

  test('has a name without accents and quotes for older browsers', () => {
    expect(attachment('été "1".pdf')['Content-Disposition']).toContain('; filename="_t_ _1_.pdf";')
  })
})

describe('from the database', () => {
  const { owner: sql } = withOwnDatabase({ requirements: ['Tax registration'] })

  /** A document of several pieces. */
  async function storeDocument(content: Buffer) {
    const { applicationId, owner } = await createDraft(sql, { documents: false })
    const { id } = await database().requirement.findFirstOrThrow({ where: { retiredAt: null } })
    expect(await upload(applicationId, id, owner, content)).toMatchObject({ ok: true })
    return database().document.findFirstOrThrow({ where: { submission: { applicationId } } })
  }

  test('a document is sent as it was uploaded, as an attachment', async () => {
    const content = pdf(2_500_000)
    const document = await storeDocument(content)
    // As earlier versions stored it.
    const response = documentResponse({ ...document, name: 'document.hta' })
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-length')).toBe('2500000')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="document.pdf";/)
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true)
  })

  test('a template is an attachment of no type that a browser runs; without one, there is none', async () => {
    const { id } = await database().requirement.findFirstOrThrow({ where: { retiredAt: null } })
    expect((await templateResponse(id)).status).toBe(404)
    expect((await templateResponse('none')).status).toBe(404)
    await sql.query(
      `UPDATE requirement SET template_name = 'form.html', template_bytes = '<b>' WHERE id = $1`,
      [id],
    )
    const response = await templateResponse(id)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="form.html";/)
    expect(await response.text()).toBe('<b>')
  })
})
