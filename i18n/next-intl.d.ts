import type { Messages } from '@/generated/messages'
import type { formats } from '@/i18n/formats'
import type { Locale } from '@/lib/languages'

declare module 'next-intl' {
  interface AppConfig {
    Formats: typeof formats
    Locale: Locale
    Messages: Messages
  }
}
