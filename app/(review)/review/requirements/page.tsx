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
import { ButtonLink } from '@/components/ui/button'
import type { FormAction } from '@/components/ui/form-state'
import { Section } from '@/components/ui/section'
import { SubmitButton } from '@/components/ui/submit-button'
import { type Column, Table } from '@/components/ui/table'
import { RowLink } from '@/components/ui/text-link'
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
        {retired.length > 0 && (
          <Section title={t('retired')}>
            <RequirementList all={all} requirements={retired} retired />
          </Section>
        )}
      </div>
    </StaffShell>
  )
}

type Requirement = Awaited<ReturnType<typeof listRequirements>>[number]

type ListProps = {
  /** What a press acts on: the order, and the others. */
  all: Requirement[]
  requirements: Requirement[]
  retired?: boolean
}

/** The requirements in order, each with its actions. */
async function RequirementList({ all, requirements, retired = false }: ListProps) {
  const t = await getTranslations('review.requirements')
  const locale = await getLocale()
  const columns: Column<Requirement>[] = [
    { label: t('document'), cell: (each) => <About requirement={each} /> },
    {
      label: t('form.scope'),
      plain: true,
      cell: ({ scope, required }) => (
        <>
          {t(`scope.${scope}`)}
          {!required && <span className="text-muted">, {t('optional')}</span>}
        </>
      ),
    },
    {
      label: t('files'),
      plain: true,
      cell: ({ acceptedKinds, maxBytes, templateName }) => (
        <span className="text-muted text-xs">
          {t('limits', { kinds: formatKinds(acceptedKinds, locale), limit: formatBytes(maxBytes, locale) })}
          {templateName && `, ${t('hasTemplate')}`}
        </span>
      ),
    },
    {
      label: t('order'),
      action: true,
      cell: (each) => (
        <Moves
          all={all}
          requirement={each}
          retired={retired}
          first={each === requirements[0]}
          last={each === requirements.at(-1)}
        />
      ),
    },
  ]
  return (
    <Table
      linked
      caption={t(retired ? 'retired' : 'inForce')}
      columns={columns}
      rows={requirements}
      rowKey={({ id }) => id}
    />
  )
}

/** Its name, which leads to its form, and what applicants read. */
async function About({ requirement }: { requirement: Requirement }) {
  const locale = await getLocale()
  return (
    <span className="grid max-w-prose">
      <RowLink href={`/review/requirements/${requirement.id}`}>
        {localised(requirement, 'name', locale)}
      </RowLink>
      <span className="font-normal text-muted text-xs">{localised(requirement, 'help', locale)}</span>
    </span>
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
  const act = t(retired ? 'putInForce' : 'retire')
  return (
    <div className="flex justify-end gap-1 max-md:justify-start">
      {!retired && !first && (
        <Move all={all} action={shiftDocumentRequirement.bind(null, id, 'up')} name={t('upName', { name })}>
          <ArrowUp aria-hidden="true" />
        </Move>
      )}
      {last ? (
        <span className="w-9 max-md:hidden" />
      ) : (
        !retired && (
          <Move
            all={all}
            action={shiftDocumentRequirement.bind(null, id, 'down')}
            name={t('downName', { name })}
          >
            <ArrowDown aria-hidden="true" />
          </Move>
        )
      )}
      <Move
        all={all}
        action={retireDocumentRequirement.bind(null, id, retired ? 'reinstate' : 'retire')}
        name={`${act} ${name}`}
      >
        {act}
      </Move>
    </div>
  )
}

type MoveProps = { all: Requirement[]; action: FormAction; name: string; children: ReactNode }

function Move({ all, action, name, children }: MoveProps) {
  return (
    <ActionForm action={action} summary={false}>
      <ExpectedVersion of={all} />
      <SubmitButton variant="quiet" size="small" aria-label={name} title={name}>
        {children}
      </SubmitButton>
    </ActionForm>
  )
}
