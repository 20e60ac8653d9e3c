import type { Locale } from '@/i18n/locale'
import type { Messages } from '@/messages'

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Messages
  }
}
