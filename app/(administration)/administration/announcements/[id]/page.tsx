import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { pageMetadata } from '@/app/_request/page-metadata'
import { requireAdministrator } from '@/app/_request/session'
import { KindBadge } from '@/components/announcements'
import { ActionForm } from '@/components/ui/action-form'
import { DefinitionList } from '@/components/ui/definition-list'
import { FormEnd } from '@/components/ui/form-end'
import { getLocale } from '@/i18n/current-locale'
import { findAnnouncement } from '@/lib/announcements/queries'
import { type DeprecableEndpoint, deprecableEndpoints } from '@/lib/announcements/schema'
import { localised } from '@/lib/translations'
import { AdministrationPageLayout } from '../../page-layout'
import { EndFields, Sunset, TextFields } from '../fields'
import { saveAnnouncement } from './actions'

const list = '/administration/announcements'

export const generateMetadata = pageMetadata('announcements')

export default async function EditAnnouncementPage({ params }: { params: Promise<{ id: string }> }) {
  await requireAdministrator()
  const announcement = await findAnnouncement((await params).id)
  if (!announcement || announcement.withdrawnAt) notFound()
  const t = await getTranslations('announcements')
  const { kind, audience, endpoint, startsAt, endsAt, sunsetOn } = announcement
  return (
    <AdministrationPageLayout
      current="announcements"
      title={localised(announcement, 'title', await getLocale())}
      above={{ href: list, label: t('title') }}
      badges={<KindBadge kind={kind} />}
      lead={t('editLead')}
    >
      <div>
        <ActionForm action={saveAnnouncement.bind(null, announcement.id)}>
          <ExpectedVersion of={announcement.changedAt} />
          <DefinitionList
            items={[
              { term: t('audience'), value: t(`audiences.${audience}`) },
              ...(endpoint
                ? [
                    {
                      term: t('endpoint'),
                      value: <code>{deprecableEndpoints[endpoint as DeprecableEndpoint]}</code>,
                    },
                  ]
                : []),
            ]}
          />
          {kind === 'deprecation' && <Sunset on={sunsetOn} />}
          <TextFields announcement={announcement} />
          <EndFields from={startsAt} to={endsAt} />
          <FormEnd cancel={{ href: list, label: t('cancel') }}>{t('save')}</FormEnd>
        </ActionForm>
      </div>
    </AdministrationPageLayout>
  )
}
