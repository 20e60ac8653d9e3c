import { getTranslations } from 'next-intl/server'
import { Markdown } from '@/components/markdown'
import { DateTime } from '@/components/ui/date-time'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { TextLink } from '@/components/ui/text-link'
import { getLocale } from '@/i18n/current-locale'
import type { TermsVersion } from '@/lib/terms/schema'
import { languageShown, localised } from '@/lib/translations'

/** One version of the terms in the reader's language, and whether it is the one in force. */
export async function TermsView({ terms, current }: { terms: TermsVersion; current: number | null }) {
  const t = await getTranslations('terms')
  const { version, effectiveFrom } = terms
  return (
    <article className="mx-auto max-w-prose">
      <PageHeader title={t('title')}>
        <p>{t.rich('facts', { version, day: () => <DateTime at={effectiveFrom} as="date" /> })}</p>
      </PageHeader>
      {version !== current && (
        <Notice tone="warning" className="mb-6">
          <p>{t(current === null || version > current ? 'notYet' : 'replaced')}</p>
          {current !== null && <TextLink href="/terms">{t('readCurrent')}</TextLink>}
        </Notice>
      )}
      <TermsText terms={terms} />
    </article>
  )
}

/** The text without a heading that the page has already. */
export async function TermsText({ terms }: { terms: TermsVersion }) {
  const locale = await getLocale()
  const text = localised(terms, 'text', locale)
  const heading = `# ${(await getTranslations('terms'))('title')}\n`
  return (
    <div lang={languageShown(terms, 'text', locale)}>
      <Markdown text={text.startsWith(heading) ? text.slice(heading.length) : text} />
    </div>
  )
}
