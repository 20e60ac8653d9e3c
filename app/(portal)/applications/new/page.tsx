import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { HomeShell } from '@/app/_request/home-shell'
import { pageMetadata } from '@/app/_request/page-metadata'
import { requireDeveloper } from '@/app/_request/session'
import { EnvironmentIcon } from '@/components/environment-badge'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { FormEnd } from '@/components/ui/form-end'
import { HiddenField } from '@/components/ui/form-state'
import { RadioCards } from '@/components/ui/radio-cards'
import { Select } from '@/components/ui/select'
import { findApplicationFor } from '@/lib/applications/queries'
import { listOrganisations } from '@/lib/organisations/queries'
import { DetailsFields } from '../details-fields'
import { NamingCounter } from '../naming-counter'
import { createApplication } from './actions'

export const generateMetadata = pageMetadata('applications.create')

export default async function NewApplicationPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { from } = await searchParams
  const source = await findSource(from)
  const organisations = await listOrganisations((await requireDeveloper()).id, 'applications')
  const t = await getTranslations('applications')
  const name = await getTranslations('common.environment')
  const environments = (['sandbox', 'production'] as const).map((environment) => ({
    value: environment,
    label: name(environment),
    description: t(`form.${environment}About`),
    icon: <EnvironmentIcon environment={environment} />,
    tone: environment,
  }))
  return (
    <HomeShell
      current="applications"
      title={t('create.title')}
      above={{ href: '/applications', label: t('title') }}
      lead={source ? t('create.promotion', { name: source.name }) : t('create.lead')}
    >
      <NamingCounter
        name={source?.name ?? t('empty.name')}
        texts={{ sign: t('empty.sign'), review: t('empty.review'), slot: t('empty.slot') }}
      >
        <ActionForm action={createApplication} className="max-w-prose">
          {source && <HiddenField name="sandboxId" value={source.id} />}
          <DetailsFields details={source ?? undefined} />
          {organisations.length > 0 && (
            <Select
              name="organisationId"
              label={t('form.organisation')}
              hint={t('form.organisationHint')}
              defaultValue={source?.organisationId ?? ''}
              options={[
                { value: '', label: t('form.personal') },
                ...organisations.map(({ id, legalName }) => ({ value: id, label: legalName })),
              ]}
            />
          )}
          <RadioCards
            name="environment"
            label={t('form.environment')}
            hint={t('form.environmentHint')}
            defaultValue={source ? 'production' : 'sandbox'}
            options={environments}
          />
          <FormEnd cancel={{ href: '/applications', label: t('form.cancel') }}>{t('form.create')}</FormEnd>
        </ActionForm>
      </NamingCounter>
    </HomeShell>
  )
}

/** The application that the new one takes its details to Production from; 404 for another's. */
async function findSource(from: Query[string]) {
  const developer = await requireDeveloper()
  if (!from) return null
  return (await findApplicationFor(developer.id, 'view', String(from))) ?? notFound()
}
