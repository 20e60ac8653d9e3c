import { expect, test } from 'vitest'
import { applyCodeChange, replaceIn, textOf } from '@/components/code/code'
import { firstCallSnippets } from '@/components/snippets/samples'
import { highlightFirstCall, secretPlaceholder } from './first-call'

const input = {
  authUrl: 'http://localhost:4001',
  baseUrl: 'http://localhost:4001',
  msisdn: '221770000001',
  missing: 'set CLIENT_SECRET first',
}
const ids = ['guichet_sandbox_id_aaaaaaaaaaaaaaaaaaaaaa', 'guichet_sandbox_id_bbbbbbbbbbbbbbbbbbbbbb']
const secret = 'guichet_sandbox_secret_0123456789'

test.each(ids)(
  'in colour, the snippets of %s are the same text, with and without the secret',
  async (clientId) => {
    const highlighted = await highlightFirstCall({ ...input, clientId })
    const plain = firstCallSnippets({ ...input, clientId, clientSecret: null })
    const filled = firstCallSnippets({ ...input, clientId, clientSecret: secret })
    expect(highlighted.map(({ code }) => textOf(code))).toEqual(plain.map(({ code }) => code))
    const whole = highlighted.map(({ code, withSecret }) => applyCodeChange(code, withSecret))
    expect(whole.map((parts) => textOf(replaceIn(parts, secretPlaceholder, secret)))).toEqual(
      filled.map(({ code }) => code),
    )
  },
)

test('every language has several colours', async () => {
  for (const { language, code } of await highlightFirstCall({ ...input, clientId: 'x' })) {
    const colours = new Set(code.map(([look]) => look))
    expect(colours.size, language).toBeGreaterThan(2)
    expect(code.length, language).toBeLessThan(350)
  }
})
