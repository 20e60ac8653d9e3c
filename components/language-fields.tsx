import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { FormDisclosure } from '@/components/ui/disclosure'
import { getLocale } from '@/i18n/current-locale'
import { describeLanguage, type Locale, locales } from '@/lib/languages'
import { textField } from '@/lib/translations'

type Props = {
  /** The fields of a language, which is named in the reader's. */
  children: (locale: Locale, language: string) => ReactNode
}

/** Fields for each language: those of the required ones next to each other, and the others folded away. */
export async function LanguageFields({ children }: Props) {
  const t = await getTranslations('administration')
  const reader = await getLocale()
  const all = locales.map((locale) => ({ locale, language: describeLanguage(locale, reader) }))
  const isRequired = ({ locale }: { locale: Locale }) => textField('text', locale).required
  const fields = ({ locale, language }: (typeof all)[number]) => (
    <div key={locale} className="grid min-w-0 content-start gap-4">
      {children(locale, language)}
    </div>
  )
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-2">{all.filter(isRequired).map(fields)}</div>
      {all
        .filter((each) => !isRequired(each))
        .map((each) => (
          <FormDisclosure
            key={each.locale}
            summary={<span className="text-sm">{t('optionalLanguage', each)}</span>}
          >
            {fields(each)}
          </FormDisclosure>
        ))}
    </>
  )
}
