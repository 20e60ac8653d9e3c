import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BalanceReceipt, ReceiptTexts } from '@/components/balance-receipt'
import { messages } from '@/generated/messages'

function render(body: string, locale: 'en' | 'fr'): string {
  const texts = { ...messages[locale].common.receipt, locale }
  const html = renderToStaticMarkup(
    <ReceiptTexts texts={texts}>
      <BalanceReceipt body={body} />
    </ReceiptTexts>,
  )
  return html.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|')
}

const body =
  '{"msisdn":"221770000101","type":"retailer","status":"barred","balance":{"value":-1234567890123456789.10,"unit":"EUR"},"frozenBalance":{"value":0.05,"unit":"EUR"},"asOf":"2026-11-21T09:00:00Z"}'

test('a balance of any size keeps its digits, in the reader’s language', () => {
  expect(render(body, 'en')).toBe(
    '|Wallet account 221770000101|Type|Retailer|Status|Barred|Frozen|0.05 EUR|As of|2026-11-21 09:00 UTC|Balance|-1,234,567,890,123,456,789.10 EUR|',
  )
  expect(render(body, 'fr').replaceAll(/\s/g, ' ')).toContain(
    '|Statut|Bloqué|Gelé|0,05 EUR|Au|2026-11-21 09:00 UTC|Solde|-1 234 567 890 123 456 789,10 EUR|',
  )
})

test.each(['{"code":"account_not_found"}', '{"access_token":"…"}', 'no JSON'])('%s has none', (other) => {
  expect(render(other, 'en')).toBe('')
})
