import { getTranslations } from 'next-intl/server'
import { Markdown } from '@/components/markdown'
import { MarkdownChanges } from '@/components/markdown-changes'
import { Section } from '@/components/ui/section'
import { locales } from '@/i18n/locale'
import { type TermsInput, type TermsVersion, textOf } from '@/lib/terms/schema'

type Props = { draft: TermsInput; newest: TermsVersion | null }

/** Terms as people will read them, with what differs from the newest version, in each language. */
export async function Preview({ draft, newest }: Props) {
  const common = await getTranslations('common')
  return locales.map((locale) => (
    <Section key={locale} title={common(`language.${locale}`)}>
      <div lang={locale}>
        {newest ? (
          <MarkdownChanges before={textOf(newest, locale)} after={textOf(draft, locale)} />
        ) : (
          <Markdown text={textOf(draft, locale)} />
        )}
      </div>
    </Section>
  ))
}
