import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { returnPath } from '@/app/_request/return-path'
import { requireAccountHolder } from '@/app/_request/session'
import { MarkdownChanges } from '@/components/markdown-changes'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { DateTime } from '@/components/ui/date-time'
import { PageHeader } from '@/components/ui/page-header'
import { Card } from '@/components/ui/section'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextLink } from '@/components/ui/text-link'
import { getLocale } from '@/i18n/current-locale'
import { findAcceptedBefore, findCurrentTerms } from '@/lib/terms/queries'
import type { TermsVersion } from '@/lib/terms/schema'
import { localised } from '@/lib/translations'
import { TermsText } from '../terms-view'
import { acceptCurrentTerms } from './actions'

type Props = { searchParams: Promise<Query> }

export const generateMetadata = pageMetadata('terms', 'acceptTitle')

/** What is new since the version accepted before, or the whole text. Nothing to accept leads on. */
export default async function AcceptTermsPage({ searchParams }: Props) {
  const developer = await requireAccountHolder()
  const next = returnPath((await searchParams).next)
  const terms = developer.awaitsTerms ? await findCurrentTerms() : null
  if (!terms) redirect(next)
  const t = await getTranslations('terms')
  const before = await findAcceptedBefore(developer.id, terms.version)
  const locale = await getLocale()
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader title={t('acceptTitle')}>
        <p>{t(before ? 'acceptChanged' : 'acceptFirst')}</p>
        <p className="text-sm">
          {t.rich('facts', {
            version: terms.version,
            day: () => <DateTime at={terms.effectiveFrom} as="date" />,
          })}
        </p>
      </PageHeader>
      <div className="grid gap-6">
        {before ? <Changes before={before} after={terms} locale={locale} /> : <TermsText terms={terms} />}
        {/* In sight however long the text is. */}
        <ActionForm
          action={acceptCurrentTerms}
          className="[@media(min-height:36rem)]:sticky bottom-0 max-w-none border-line border-t bg-canvas py-4"
        >
          <input type="hidden" name="version" value={terms.version} />
          <input type="hidden" name="locale" value={locale} />
          <input type="hidden" name="next" value={next} />
          <div className="flex flex-wrap items-center gap-4">
            <SubmitButton size="large">{t('accept')}</SubmitButton>
            <TextLink href="/account">{t('instead')}</TextLink>
          </div>
        </ActionForm>
      </div>
    </div>
  )
}

type ChangesProps = { before: TermsVersion; after: TermsVersion; locale: string }

async function Changes({ before, after, locale }: ChangesProps) {
  const t = await getTranslations('terms')
  return (
    <Card title={t('changes', { version: before.version })}>
      <p className="mb-4 text-muted text-sm">{t('changesHint')}</p>
      <MarkdownChanges before={localised(before, 'text', locale)} after={localised(after, 'text', locale)} />
      <p className="mt-4">
        <TextLink href={`/terms/${after.version}`}>{t('readWhole')}</TextLink>
      </p>
    </Card>
  )
}
