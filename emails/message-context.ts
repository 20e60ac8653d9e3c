import { createContext, use } from 'react'
import { type Brand, guichet } from './brand'
import type { Locale } from './wording'

/** Whose message is being rendered, and in which language. */
export const MessageContext = createContext<{ brand: Brand; locale: Locale }>({
  brand: guichet,
  locale: 'en',
})

export function useMessage() {
  return use(MessageContext)
}
