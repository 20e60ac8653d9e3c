import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { requireAdministrator } from '@/app/_request/session'
import { Card } from '@/components/ui/card'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { isUuid } from '@/lib/ids'
import { findRequirement } from '@/lib/validation/requirements'
import { RequirementForm } from './requirement-form'
import { TemplateForm } from './template-form'

type Props = {
  params: Promise<{ requirementId: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('review.requirements'))('title') }
}

/** One requirement to edit; `new` adds one. */
export default async function RequirementPage({ params, searchParams }: Props) {
  await requireAdministrator()
  const { requirementId } = await params
  const requirement = isUuid(requirementId) ? await findRequirement(requirementId) : null
  if (!requirement && requirementId !== 'new') notFound()
  const [t, review, locale] = [
    await getTranslations('review.requirements'),
    await getTranslations('review'),
    await getLocale(),
  ]
  const name = requirement && (locale === 'fr' ? requirement.nameFr : requirement.nameEn)
  const kinds = requirement?.acceptedKinds ?? ['pdf', 'jpeg', 'png']
  return (
    <>
      <PageHeader
        title={name ?? t('add')}
        breadcrumbs={[
          { href: '/review', label: review('title') },
          { href: '/review/requirements', label: t('title') },
        ]}
      />
      <div className="grid gap-6">
        {(await searchParams).done === 'saved' && (
          <Notice tone="success" role="status">
            {t('saved')}
          </Notice>
        )}
        <Card>
          <RequirementForm
            initial={{
              requirementId: requirement?.id ?? '',
              nameEn: requirement?.nameEn ?? '',
              nameFr: requirement?.nameFr ?? '',
              helpEn: requirement?.helpEn ?? '',
              helpFr: requirement?.helpFr ?? '',
              required: requirement?.required === false ? '' : 'on',
              pdf: kinds.includes('pdf') ? 'on' : '',
              jpeg: kinds.includes('jpeg') ? 'on' : '',
              png: kinds.includes('png') ? 'on' : '',
              maxMegabytes: String((requirement?.maxBytes ?? 10 * 1024 * 1024) / 1024 / 1024),
            }}
            labels={{
              nameEn: t('form.nameEn'),
              nameFr: t('form.nameFr'),
              helpEn: t('form.helpEn'),
              helpFr: t('form.helpFr'),
              required: t('form.requiredLabel'),
              kinds: t('form.kinds'),
              maxMegabytes: t('form.maxMegabytes'),
              save: t('form.save'),
              back: t('back'),
              summary: review('decision.summary'),
            }}
          />
        </Card>
        {requirement && (
          <Card>
            <TemplateForm
              requirementId={requirement.id}
              present={requirement.templateName !== null}
              labels={{
                template: t('form.template'),
                hint: requirement.templateName
                  ? t('form.templateNow', { name: requirement.templateName })
                  : t('form.templateHint'),
                upload: t('form.upload'),
                remove: t('form.remove'),
              }}
            />
          </Card>
        )}
      </div>
    </>
  )
}
