import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { pageMetadata } from '@/app/_request/page-metadata'
import { requireAdministrator } from '@/app/_request/session'
import { Invited } from '@/app/_team/invited'
import { AccessFields } from '@/app/_validation/access-fields'
import { ActionForm } from '@/components/ui/action-form'
import { FormEnd } from '@/components/ui/form-end'
import { Notice } from '@/components/ui/notice'
import { findApplicationEntry } from '@/lib/applications/directory'
import { findAccess, versionedAccess } from '@/lib/validation/account-access'
import { AdministrationPageLayout } from '../../../page-layout'
import { saveAccess } from './actions'

type Props = { params: Promise<{ id: string }> }

export const generateMetadata = pageMetadata('administration.access')

/** The accounts that an approved application may read, to change them. */
export default async function AccessPage({ params }: Props) {
  const administrator = await requireAdministrator()
  const { id } = await params
  const application = await findApplicationEntry(id)
  const granted = await findAccess(id)
  if (!application || !granted) notFound()
  const t = await getTranslations('administration.access')
  const page = `/administration/applications/${id}`
  return (
    <AdministrationPageLayout
      current="applications"
      title={t('title')}
      above={{ href: page, label: application.name }}
      lead={t('lead')}
    >
      {granted.access === 'none' ? (
        <Notice>{t('none')}</Notice>
      ) : (
        <>
          <Invited subjectId={id} staffId={administrator.id} />
          <ActionForm action={saveAccess.bind(null, id)} className="max-w-prose">
            <ExpectedVersion of={versionedAccess(granted)} />
            <AccessFields current={null} access={granted.access} listed={granted.msisdns} />
            <FormEnd>{t('save')}</FormEnd>
          </ActionForm>
        </>
      )}
    </AdministrationPageLayout>
  )
}
