import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { findPreviewed } from '@/app/_request/preview'
import { requireAdministrator } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import { Markdown } from '@/components/markdown'
import { MarkdownChanges } from '@/components/markdown-changes'
import { Card } from '@/components/ui/card'
import { Moment } from '@/components/ui/moment'
import { locales } from '@/i18n/locale'
import { countAsked, findTerms, listTerms } from '@/lib/terms/queries'
import { termsSchema, textOf } from '@/lib/terms/schema'
import { Frame } from '../../frame'
import { PublishPreview } from '../../publish-preview'
import { publishPreviewed } from '../actions'

const list = '/administration/terms'

export const generateMetadata = titled('administration.terms.preview')

/** The terms that were typed as people will read them, with what differs from the newest version, side by side. */
export default async function TermsPreviewPage() {
  const administrator = await requireAdministrator()
  const { id, fields } = await findPreviewed(administrator, list)
  const input = termsSchema.safeParse(fields).data
  if (!input) redirect(list)
  const t = await getTranslations('administration.terms')
  const common = await getTranslations('common')
  const [newest] = await listTerms()
  const before = newest ? await findTerms(newest.version) : null
  const people = await countAsked()
  return (
    <Frame
      current="terms"
      title={t('preview.title')}
      above={{ href: list, label: t('title') }}
      lead={t('preview.lead')}
    >
      <PublishPreview
        action={publishPreviewed.bind(null, id)}
        form={list}
        how={t.rich('preview.asked', {
          count: people,
          day: () => <Moment at={input.effectiveFrom} as="date" />,
        })}
        texts={{
          back: t('preview.back'),
          publish: t('preview.publish'),
          people: t('preview.people', { count: people }),
        }}
      >
        {locales.map((locale) => (
          <Card key={locale} title={common(`language.${locale}`)}>
            <div lang={locale}>
              {before ? (
                <MarkdownChanges before={textOf(before, locale)} after={textOf(input, locale)} />
              ) : (
                <Markdown text={textOf(input, locale)} />
              )}
            </div>
          </Card>
        ))}
      </PublishPreview>
    </Frame>
  )
}
