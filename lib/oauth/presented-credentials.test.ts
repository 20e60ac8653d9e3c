import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseBasic } from './presented-credentials'

const base64 = (text: string) => Buffer.from(text).toString('base64')

test('credentials of any length are read from what a client encodes', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'Z', '9', ':', '+', '%', '=', ' ', 'é', '€'),
    maxLength: 20,
  })
  fc.assert(
    fc.property(text, text, (clientId, clientSecret) => {
      const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`
      const read = { clientId: clientId || undefined, clientSecret: clientSecret || undefined }
      expect(parseBasic(`Basic  ${base64(pair)} `)).toEqual(read)
    }),
  )
})

// RFC 7617 §2 asks for RFC 4648's base64, whose length is a multiple of four.
test.each(['YTpiY=', 'YTpiYw=', 'YTpiYw===', 'YTp_Yw=='])(
  'what is not base64 is malformed: %j',
  (encoded) => {
    expect(() => parseBasic(`Basic ${encoded}`)).toThrow('The Authorization header is malformed.')
  },
)
