import { ArrowDown, ArrowUp, Plus } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { pageMetadata } from '@/app/_request/page-metadata'
import { requireAdministrator } from '@/app/_request/session'
import { StaffShell } from '@/app/_request/staff-shell'
import { FlashMessages } from '@/components/flash-messages'
import { formatBytes, formatKinds } from '@/components/format'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import type { FormAction } from '@/components/ui/form-state'
import { Section } from '@/components/ui/section'
import { SubmitButton } from '@/components/ui/submit-button'
import { getLocale } from '@/i18n/current-locale'
import { localised } from '@/lib/translations'
import { listRequirements } from '@/lib/validation/requirements'
import { retireDocumentRequirement, shiftDocumentRequirement } from './actions'

type Props = { searchParams: Promise<Query> }

export const generateMetadata = pageMetadata('review.requirements')

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
        <FlashMessages
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

type Requirement = Awaited<ReturnType<typeof listRequirements>>[number]

/** The requirements in order, each with its actions. */
function RequirementList({
  all,
  requirements,
  retired = false,
}: {
  /** What a press acts on: the order, and the others. */
  all: Requirement[]
  requirements: Requirement[]
  retired?: boolean
}) {
  return (
    <ol className="grid divide-y divide-line">
      {requirements.map((each, index) => (
        <li
          key={each.id}
          className="flex flex-wrap items-start justify-between gap-4 py-4 first:pt-0 last:pb-0"
        >
          <About requirement={each} />
          <Moves
            all={all}
            requirement={each}
            retired={retired}
            first={index === 0}
            last={index === requirements.length - 1}
          />
        </li>
      ))}
    </ol>
  )
}

async function About({ requirement }: { requirement: Requirement }) {
  const t = await getTranslations('review.requirements')
  const locale = await getLocale()
  const { required, acceptedKinds, maxBytes, templateName, scope } = requirement
  return (
    <div className="grid max-w-prose gap-1">
      <h3 className="flex flex-wrap items-center gap-2 font-semibold">
        {localised(requirement, 'name', locale)}
        <Badge tone={required ? 'info' : 'neutral'}>{required ? t('required') : t('optional')}</Badge>
        <Badge>{t(`scope.${scope}`)}</Badge>
      </h3>
      <p className="text-sm">{localised(requirement, 'help', locale)}</p>
      <p className="text-muted text-xs">
        {t('limits', { kinds: formatKinds(acceptedKinds, locale), limit: formatBytes(maxBytes, locale) })}
        {templateName && `, ${t('hasTemplate')}`}
      </p>
    </div>
  )
}

type MovesProps = {
  all: Requirement[]
  requirement: Requirement
  retired: boolean
  first: boolean
  last: boolean
}

async function Moves({ all, requirement, retired, first, last }: MovesProps) {
  const t = await getTranslations('review.requirements')
  const locale = await getLocale()
  const { id } = requirement
  const name = localised(requirement, 'name', locale)
  return (
    <div className="flex flex-wrap gap-2">
      {!retired && !first && (
        <Move all={all} action={shiftDocumentRequirement.bind(null, id, 'up')} name={t('upName', { name })}>
          <ArrowUp aria-hidden="true" />
        </Move>
      )}
      {!retired && !last && (
        <Move
          all={all}
          action={shiftDocumentRequirement.bind(null, id, 'down')}
          name={t('downName', { name })}
        >
          <ArrowDown aria-hidden="true" />
        </Move>
      )}
      <ButtonLink
        href={`/review/requirements/${id}`}
        variant="secondary"
        size="small"
        aria-label={t('editName', { name })}
      >
        {t('edit')}
      </ButtonLink>
      <Move all={all} action={retireDocumentRequirement.bind(null, id, retired ? 'reinstate' : 'retire')}>
        {retired ? t('putInForce') : t('retire')}
      </Move>
    </div>
  )
}

type MoveProps = { all: Requirement[]; action: FormAction; name?: string; children: ReactNode }

function Move({ all, action, name, children }: MoveProps) {
  return (
    <ActionForm action={action} summary={false}>
      <ExpectedVersion of={all} />
      <SubmitButton variant="secondary" size="small" aria-label={name} title={name}>
        {children}
      </SubmitButton>
    </ActionForm>
  )
}
