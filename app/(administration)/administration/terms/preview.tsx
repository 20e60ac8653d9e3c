import { Markdown } from '@/components/markdown'
import { MarkdownChanges } from '@/components/markdown-changes'
import { Section } from '@/components/ui/section'
import { locales, nameOf } from '@/lib/languages'
import type { TermsInput, TermsVersion } from '@/lib/terms/schema'
import { localised } from '@/lib/translations'

type Props = { draft: TermsInput; newest: TermsVersion | null }

/** Terms as people will read them, with what differs from the newest version, in each language. */
export function Preview({ draft, newest }: Props) {
  return locales.map((locale) => (
    <Section key={locale} title={nameOf(locale)}>
      <div lang={locale}>
        {newest ? (
          <MarkdownChanges
            before={localised(newest, 'text', locale)}
            after={localised(draft, 'text', locale)}
          />
        ) : (
          <Markdown text={localised(draft, 'text', locale)} />
        )}
      </div>
    </Section>
  ))
}
