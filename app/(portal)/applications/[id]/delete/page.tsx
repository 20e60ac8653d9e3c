import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { requireDeveloper } from '@/app/_request/session'
import { applicationPath } from '@/components/application-pages'
import { ActionForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import { SettingRow, SettingRows } from '@/components/ui/setting-row'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'
import { callsOf } from '@/components/usage/labels'
import type { TeamApplication } from '@/lib/applications/queries'
import { requiresNameConfirmation } from '@/lib/applications/schema'
import { isInReview } from '@/lib/applications/states'
import { listTeam } from '@/lib/applications/team-members'
import { now } from '@/lib/clock'
import { statesWithSecret } from '@/lib/credentials/commands'
import { listTestAccounts } from '@/lib/sandbox/queries'
import { findHealth } from '@/lib/usage/health'
import { listEndpoints } from '@/lib/webhooks/queries'
import { ApplicationPageLayout, applicationMetadata } from '../page-layout'
import { removeApplication } from './actions'

type Props = { params: Promise<{ id: string }> }

export const generateMetadata = applicationMetadata('applications.delete', 'delete')

export default async function DeleteApplicationPage({ params }: Props) {
  const { application } = await requireApplication((await params).id, 'delete')
  const t = await getTranslations('applications.delete')
  const { id, name } = application
  const calls = callsOf((await findHealth(id, now())).day)
  return (
    <ApplicationPageLayout
      application={application}
      current="general"
      title={t('question', { name })}
      lead={t('forGood')}
    >
      <ActionForm action={removeApplication.bind(null, id)} className="max-w-238">
        {calls > 0 && <p className="font-medium text-danger text-sm">{t('calls', { count: calls })}</p>}
        <Section title={t('goes')}>
          <SettingRows>
            {(await listLosses(application)).map((what) => (
              <SettingRow key={what.name} {...what} />
            ))}
          </SettingRows>
        </Section>
        {requiresNameConfirmation(application) && (
          <TextInput
            name="name"
            label={t('typeName')}
            hint={t('typeNameHint', { name })}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            className="max-w-prose"
          />
        )}
        <div className="flex flex-wrap gap-3">
          <SubmitButton variant="danger">{t('confirm')}</SubmitButton>
          <ButtonLink href={applicationPath(id, 'general')} variant="quiet">
            {t('keep')}
          </ButtonLink>
        </div>
      </ActionForm>
    </ApplicationPageLayout>
  )
}

/** What an application takes with it, each by its name and what becomes of it. */
async function listLosses(application: TeamApplication) {
  const t = await getTranslations('applications.delete.losses')
  const { id, environment, state } = application
  const developer = await requireDeveloper()
  const [team, endpoints, accounts] = await Promise.all([
    listTeam(id, developer.id),
    listEndpoints(id),
    environment === 'sandbox' ? listTestAccounts(application) : [],
  ])
  const lost = [
    statesWithSecret.includes(state) && (['secret', 1] as const),
    ['accounts', accounts.length] as const,
    ['webhooks', endpoints.length] as const,
    isInReview(state) && (['submission', 1] as const),
    ['team', team.length] as const,
  ]
  return lost.flatMap((each) => {
    if (!each || each[1] === 0) return []
    const [what, count] = each
    return [{ name: t(`${what}.name`, { count }), note: t(`${what}.body`) }]
  })
}
