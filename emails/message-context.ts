import { createContext, use } from 'react'
import type { Locale } from '@/lib/languages'
import type { Brand } from './brand'
import type { Say } from './define-mail'

type Context = { brand: Brand; locale: Locale; say: Say }

/** The message that is being rendered. */
export const MessageContext = createContext<Context | null>(null)

export function useMessage(): Context {
  const message = use(MessageContext)
  if (!message) throw new Error('a part of a message is outside of one')
  return message
}
