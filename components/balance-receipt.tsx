'use client'

import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import { formatAmount } from '@/components/format'
import { Receipt } from '@/components/receipt'

type Texts = Record<'account' | 'type' | 'status' | 'frozen' | 'asOf' | 'balance' | 'locale', string> & {
  /** Those of the response, such as `active`, in the reader's language. */
  words: Record<string, string>
}

const TextContext = createContext<Texts | null>(null)

/** Gives every receipt within its texts, as the browser has no messages. */
export function ReceiptTexts({ texts, children }: { texts: Texts; children: ReactNode }) {
  return <TextContext value={texts}>{children}</TextContext>
}

/** The contract fixes a balance to the byte. Amounts stay text: a number would lose digits. */
const balanceBody =
  /^{"msisdn":"(\d+)","type":"(\w+)","status":"(\w+)","balance":{"value":([-.\d]+),"unit":"(\w+)"},"frozenBalance":{"value":([-.\d]+),"unit":"\w+"},"asOf":"([^"]+)"}$/

type Props = { body: string } & Pick<ComponentProps<typeof Receipt>, 'status' | 'foot'>

/** A response that holds a balance, as a receipt; nothing for any other. */
export function BalanceReceipt({ body, status, foot }: Props) {
  const texts = use(TextContext)
  const found = balanceBody.exec(body)
  if (!found || !texts) return null
  const [, msisdn = '', type = '', state = '', balance = '', unit = '', frozen = '', asOf = ''] = found
  const { words, locale } = texts
  return (
    <Receipt
      title={`${texts.account} ${msisdn}`}
      status={status}
      lines={[
        [texts.type, words[type] ?? type],
        [texts.status, words[state] ?? state],
        [texts.frozen, `${formatAmount(frozen, locale)} ${unit}`],
        [texts.asOf, asOf.replace(/T(.{5}).*/, ' $1 UTC')],
      ]}
      total={[texts.balance, `${formatAmount(balance, locale)} ${unit}`]}
      foot={foot}
    />
  )
}
