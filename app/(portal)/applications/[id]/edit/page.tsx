import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { ActionForm } from '@/components/ui/action-form'
import { Card } from '@/components/ui/card'
import { FormEnd } from '@/components/ui/form-end'
import { Select } from '@/components/ui/select'
import { TextLink } from '@/components/ui/text-link'
import { may } from '@/lib/applications/rights'
import { listOrganisations } from '@/lib/organisations/queries'
import { DetailsFields } from '../../details-fields'
import { ApplicationFrame, titledApplication } from '../frame'
import { moveToOrganisation, saveDetails } from './actions'

type Props = { params: Promise<{ id: string }> }

export const generateMetadata = titledApplication('applications.edit', 'edit')

export default async function EditApplicationPage({ params }: Props) {
  const { application, developer } = await requireApplication((await params).id, 'edit')
  const t = await getTranslations('applications')
  const movable = !application.organisationId && may(application.role, 'delete')
  return (
    <ApplicationFrame application={application} title={t('edit.title')} lead={t('edit.lead')}>
      <ActionForm action={saveDetails.bind(null, application.id)} className="max-w-prose">
        <DetailsFields details={application} />
        <FormEnd cancel={{ href: `/applications/${application.id}`, label: t('form.cancel') }}>
          {t('form.save')}
        </FormEnd>
      </ActionForm>
      {movable && <Move applicationId={application.id} developerId={developer.id} />}
    </ApplicationFrame>
  )
}

/** Into an organisation, for good. */
async function Move({ applicationId, developerId }: { applicationId: string; developerId: string }) {
  const t = await getTranslations('applications.edit')
  const into = await getTranslations('organisations.applications')
  const open = await listOrganisations(developerId, 'applications')
  const options = open.filter(({ state }) => state !== 'suspended' && state !== 'closed')
  return (
    <Card id="organisation" title={t('organisation')} className="mt-8 max-w-prose">
      {options.length === 0 ? (
        <p>
          {t('noOrganisation')} <TextLink href="/organisations/new">{t('createOrganisation')}</TextLink>
        </p>
      ) : (
        <ActionForm action={moveToOrganisation.bind(null, applicationId)}>
          <Select
            name="organisationId"
            label={t('organisation')}
            hint={into('moveHint')}
            options={options.map(({ id, legalName }) => ({ value: id, label: legalName }))}
          />
          <FormEnd variant="secondary">{into('move')}</FormEnd>
        </ActionForm>
      )}
    </Card>
  )
}
