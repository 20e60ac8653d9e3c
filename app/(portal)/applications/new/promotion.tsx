import { getFormatter, getTranslations } from 'next-intl/server'
import { describePromise } from '@/app/_validation/clock'
import { Stepper } from '@/components/stepper'
import { ActionForm } from '@/components/ui/action-form'
import { FormEnd } from '@/components/ui/form-end'
import { Section } from '@/components/ui/section'
import { SettingRow, SettingRows } from '@/components/ui/setting-row'
import { getLocale } from '@/i18n/current-locale'
import type { TeamApplication } from '@/lib/applications/queries'
import type { listOrganisations } from '@/lib/organisations/queries'
import { findRehearsalScore } from '@/lib/rehearsals/queries'
import { localised } from '@/lib/translations'
import { listRequirements } from '@/lib/validation/requirements'
import { DetailsFields, OrganisationSelect } from '../details-fields'
import { createApplication } from './actions'

type Props = {
  source: TeamApplication
  organisations: Awaited<ReturnType<typeof listOrganisations>>
}

/** What Production takes over from a Sandbox application: facts, each of which opens to its fields. */
export async function PromotionForm({ source, organisations }: Props) {
  const t = await getTranslations('applications')
  const goLive = await getTranslations('validation.goLive')
  const chosen = organisations.find(({ id }) => id === source.organisationId)
  const organisation = { name: t('form.organisation'), value: chosen?.legalName ?? t('form.personal') }
  return (
    <ActionForm action={createApplication} className="max-w-none">
      <input type="hidden" name="sandboxId" value={source.id} />
      {/* The picture next to the form looks for what is chosen. */}
      <input type="radio" name="environment" value="production" defaultChecked hidden />
      <Section title={t('create.taken')}>
        <SettingRows>
          <SettingRow
            ownForm
            name={goLive('rows.details')}
            value={source.name}
            note={source.description || goLive('noDescription')}
            act={goLive('edit')}
          >
            <div className="grid max-w-160 gap-6">
              <DetailsFields details={source} />
            </div>
          </SettingRow>
          {organisations.length > 0 ? (
            <SettingRow ownForm {...organisation} act={goLive('edit')}>
              <OrganisationSelect organisations={organisations} chosen={chosen?.id} />
            </SettingRow>
          ) : (
            <SettingRow {...organisation} />
          )}
          <SettingRow name={t('create.stays')} note={t('create.staysWhat')} />
        </SettingRows>
      </Section>
      <FormEnd cancel={{ href: '/applications', label: t('form.cancel') }}>{t('form.create')}</FormEnd>
    </ActionForm>
  )
}

/** The way from there: the documents that it takes, the rehearsal as it is now, and by when a reviewer decides. */
export async function PromotionSteps({ source, organisations }: Props) {
  const t = await getTranslations('applications.create')
  const goLive = await getTranslations('validation.goLive')
  const locale = await getLocale()
  const isVerified = organisations.some(
    ({ id, state }) => id === source.organisationId && state === 'verified',
  )
  const documents = (await listRequirements()).filter(
    ({ retiredAt, required, scope }) => !retiredAt && required && !(isVerified && scope === 'organisation'),
  )
  const names = documents.map((each) => localised(each, 'name', locale))
  const score = await findRehearsalScore(source.id)
  return (
    <Section title={t('needs')}>
      <Stepper
        current={0}
        steps={[
          {
            title: t('documents', { count: names.length }),
            body: (await getFormatter()).list(names),
          },
          { title: goLive('rows.rehearsal'), body: score ? goLive('passed', score) : t('rehearse') },
          { title: t('review'), note: await describePromise(null), body: goLive('steps.review.body') },
          { title: goLive('steps.live.title'), body: goLive('steps.live.body') },
        ]}
      />
    </Section>
  )
}
