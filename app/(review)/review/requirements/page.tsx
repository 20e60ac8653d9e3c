import { Plus } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { requireAdministrator } from '@/app/_request/session'
import { StaffShell } from '@/app/_request/staff-shell'
import { titled } from '@/app/_request/titled'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { ButtonLink } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
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
    <StaffShell
      current="requirements"
      managed={{ type: 'requirement' }}
      title={t('title')}
      lead={t('lead')}
      actions={
        <ButtonLink href="/review/requirements/new">
          <Plus aria-hidden="true" />
          {t('add')}
        </ButtonLink>
      }
    >
      <div className="grid gap-6">
        <OneTimeNotices
          query={await searchParams}
          done={{ keys: ['saved'], text: (key) => t(key) }}
          refused={{ keys: ['last_required', 'not_found'], text: (key) => t(`errors.${key}`) }}
        />
        <Section title={t('inForce')}>
          <RequirementList all={all} requirements={all.filter(({ retiredAt }) => !retiredAt)} />
        </Section>
        <Section title={t('retired')}>
          {retired.length === 0 ? (
            <p className="text-muted text-sm">{t('none')}</p>
          ) : (
            <RequirementList all={all} requirements={retired} retired />
          )}
        </Section>
      </div>
    </StaffShell>
  )
}
