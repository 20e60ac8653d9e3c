import { createTranslator } from 'next-intl'
import { expect, test } from 'vitest'
import { messages } from '@/generated/messages'
import { Fault, faultCodes } from '@/lib/wallet/faults'

const translate = createTranslator({ locale: 'en', messages: messages.en, namespace: 'accountFiles.outcome' })

test('an administrator reads the reasons of a refused file in the words of the command', () => {
  const values = { column: 'type', columns: 'type', separator: 'tabs', line: '2' }
  for (const code of faultCodes) {
    const all = {
      ...values,
      ...Object.fromEntries(['found', 'expected', 'first', 'allowed'].map((name) => [name, '1'])),
    }
    const given = { ...all, msisdn: '1', digits: '30', decimals: '0', currency: 'XOF' }
    const text = translate(`faults.${code}`, given)
    expect(code.startsWith('header_') ? translate('header', { fault: text }) : text).toBe(
      String(new Fault(code, given)),
    )
  }
})
