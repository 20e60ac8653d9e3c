import { getTranslations } from 'next-intl/server'
import { mostDelayMs, simulatedErrors } from '@/lib/sandbox/schema'
import type { AccountFormTexts } from './account-form'

const plain = [
  'msisdn',
  'msisdnHint',
  'type',
  'status',
  'currency',
  'currencyHint',
  'balance',
  'balanceHint',
  'frozen',
  'frozenHint',
  'simulate',
  'delay',
  'error',
  'errorHint',
  'cancel',
  'problem',
] as const

const halfSeconds = Array.from({ length: mostDelayMs / 500 + 1 }, (_, index) => index * 500)

/** The words and choices of a test account's form. @param delayMs one that stands in the account already */
export async function accountFormTexts(delayMs = 0): Promise<AccountFormTexts> {
  const t = await getTranslations('sandbox')
  const delays = halfSeconds.includes(delayMs) ? halfSeconds : [...halfSeconds, delayMs].sort((a, b) => a - b)
  return {
    labels: Object.fromEntries(plain.map((key) => [key, t(`form.${key}`)])) as AccountFormTexts['labels'],
    options: {
      type: (['customer', 'retailer'] as const).map((value) => ({ value, label: t(`type.${value}`) })),
      status: (['active', 'suspended', 'barred'] as const).map((value) => ({
        value,
        label: t(`status.${value}`),
      })),
      delay: delays.map((delay) => ({
        value: String(delay),
        label: t('form.seconds', { seconds: delay / 1000 }),
      })),
      error: [
        { value: '', label: t('error.none') },
        ...simulatedErrors.map((value) => ({ value, label: t(`error.${value}`) })),
      ],
    },
  }
}
