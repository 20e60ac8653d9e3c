import { Plus } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { requireAdministrator } from '@/app/_request/session'
import { StaffFrame } from '@/app/_request/staff-frame'
import { titled } from '@/app/_request/titled'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { PageHeader } from '@/components/ui/page-header'
import { listRequirements } from '@/lib/validation/requirements'
import { RequirementList } from './requirement-list'

type Props = { searchParams: Promise<Query> }

export const generateMetadata = titled('review.requirements')

export default async function RequirementsPage({ searchParams }: Props) {
  await requireAdministrator()
  const t = await getTranslations('review.requirements')
  const all = await listRequirements()
  const retired = all.filter(({ retiredAt }) => retiredAt)
  return (
    <StaffFrame current="requirements" administers>
      <PageHeader
        title={t('title')}
        actions={
          <ButtonLink href="/review/requirements/new">
            <Plus aria-hidden="true" />
            {t('add')}
          </ButtonLink>
        }
      >
        {t('lead')}
      </PageHeader>
      <div className="grid gap-6">
        <OneTimeNotices
          query={await searchParams}
          done={{ keys: ['saved'], text: (key) => t(key) }}
          refused={{ keys: ['last_required', 'not_found'], text: (key) => t(`errors.${key}`) }}
        />
        <Card title={t('inForce')}>
          <RequirementList requirements={all.filter(({ retiredAt }) => !retiredAt)} />
        </Card>
        <Card title={t('retired')}>
          {retired.length === 0 ? (
            <p className="text-muted text-sm">{t('none')}</p>
          ) : (
            <RequirementList requirements={retired} retired />
          )}
        </Card>
      </div>
    </StaffFrame>
  )
}
