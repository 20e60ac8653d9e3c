import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { ComponentProps } from 'react'
import { HomeShell } from '@/app/_request/home-shell'
import { pageMetadata } from '@/app/_request/page-metadata'
import { requireDeveloper } from '@/app/_request/session'
import { EnvironmentIcon } from '@/components/environment-badge'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { FormEnd } from '@/components/ui/form-end'
import { RadioCards } from '@/components/ui/radio-cards'
import { findApplicationFor } from '@/lib/applications/queries'
import { listOrganisations } from '@/lib/organisations/queries'
import { DetailsFields, OrganisationSelect } from '../details-fields'
import { NamingCounter } from '../naming-counter'
import { createApplication } from './actions'
import { PromotionForm, PromotionSteps } from './promotion'

export const generateMetadata = pageMetadata('applications.create')

export default async function NewApplicationPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { from } = await searchParams
  const source = await findSource(from)
  const organisations = await listOrganisations((await requireDeveloper()).id, 'applications')
  const t = await getTranslations('applications')
  return (
    <HomeShell
      current="applications"
      title={t(source ? 'card.promote' : 'create.title')}
      above={{ href: '/applications', label: t('title') }}
      lead={t(source ? 'create.promotion' : 'create.lead')}
    >
      <div className="grid gap-10">
        <NamingCounter
          name={source?.name ?? t('empty.name')}
          texts={{ sign: t('empty.sign'), review: t('empty.review'), slot: t('empty.slot') }}
        >
          {source ? (
            <PromotionForm source={source} organisations={organisations} />
          ) : (
            <NewForm organisations={organisations} />
          )}
        </NamingCounter>
        {source && <PromotionSteps source={source} organisations={organisations} />}
      </div>
    </HomeShell>
  )
}

async function NewForm({ organisations }: ComponentProps<typeof OrganisationSelect>) {
  const t = await getTranslations('applications.form')
  const name = await getTranslations('common.environment')
  const environments = (['sandbox', 'production'] as const).map((environment) => ({
    value: environment,
    label: name(environment),
    description: t(`${environment}About`),
    icon: <EnvironmentIcon environment={environment} />,
    tone: environment,
  }))
  return (
    <ActionForm action={createApplication} className="max-w-prose">
      <DetailsFields />
      {organisations.length > 0 && <OrganisationSelect organisations={organisations} />}
      <RadioCards
        name="environment"
        label={t('environment')}
        hint={t('environmentHint')}
        defaultValue="sandbox"
        options={environments}
      />
      <FormEnd cancel={{ href: '/applications', label: t('cancel') }}>{t('create')}</FormEnd>
    </ActionForm>
  )
}

/** The application that the new one takes its details to Production from; 404 for another's. */
async function findSource(from: Query[string]) {
  const developer = await requireDeveloper()
  if (!from) return null
  return (await findApplicationFor(developer.id, 'view', String(from))) ?? notFound()
}
