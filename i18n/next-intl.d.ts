import type { formats } from '@/i18n/formats'
import type { Locale } from '@/i18n/locale'
import type { Messages } from '@/messages'

declare module 'next-intl' {
  interface AppConfig {
    Formats: typeof formats
    Locale: Locale
    Messages: Messages
  }
}
