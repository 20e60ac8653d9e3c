import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { requireAdministrator } from '@/app/_request/session'
import { Card } from '@/components/ui/card'
import { PageHeader } from '@/components/ui/page-header'
import { isUuid } from '@/lib/ids'
import { findReasonTemplate } from '@/lib/validation/reason-templates'
import { TextForm } from './text-form'

type Props = { params: Promise<{ templateId: string }> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('review.templates'))('title') }
}

/** One text to edit; `new` adds one. */
export default async function ReasonTemplatePage({ params }: Props) {
  await requireAdministrator()
  const { templateId } = await params
  const template = isUuid(templateId) ? await findReasonTemplate(templateId) : null
  if (!template && templateId !== 'new') notFound()
  const [t, review, locale] = [
    await getTranslations('review.templates'),
    await getTranslations('review'),
    await getLocale(),
  ]
  return (
    <>
      <PageHeader
        title={template ? (locale === 'fr' ? template.labelFr : template.labelEn) : t('add')}
        breadcrumbs={[
          { href: '/review', label: review('title') },
          { href: '/review/templates', label: t('title') },
        ]}
      />
      <Card>
        <TextForm
          initial={{
            templateId: template?.id ?? '',
            labelEn: template?.labelEn ?? '',
            labelFr: template?.labelFr ?? '',
            textEn: template?.textEn ?? '',
            textFr: template?.textFr ?? '',
          }}
          labels={{
            labelEn: t('form.labelEn'),
            labelFr: t('form.labelFr'),
            textEn: t('form.textEn'),
            textFr: t('form.textFr'),
            save: t('form.save'),
            back: t('back'),
            summary: review('decision.summary'),
          }}
        />
      </Card>
    </>
  )
}
