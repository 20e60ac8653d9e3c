import { getTranslations } from 'next-intl/server'
import { conclude, type FormState, pressForm } from '@/app/_request/action'
import { type Act, confirmed } from '@/app/_request/confirmed'
import { moveIntoOrganisation } from '@/lib/lifecycle/move-into-organisation'
import { findOrganisationFor, listMovable } from '@/lib/organisations/queries'

/** Moves a personal application into an organisation, for good; asks about it by their names. */
export function moveApplication(
  act: Pick<Act, 'developer' | 'act'>,
  form: FormData,
  applicationId: string,
  organisationId: string,
): Promise<FormState> {
  const { id, actor } = act.developer
  return pressForm(form, async () => {
    const organisation = await findOrganisationFor(id, 'applications', organisationId)
    const application = (await listMovable(id)).find((each) => each.id === applicationId)
    const t = await getTranslations('organisations.applications')
    if (!organisation || !application) return { error: t('not_found') }
    const about = [
      { type: 'application', id: applicationId },
      { type: 'organisation', id: organisationId },
    ] as const
    const sandbox = application.environment === 'sandbox'
    const asked = { ...act, about, values: { into: organisation.legalName }, sandbox }
    return confirmed(asked, form, async () =>
      conclude(
        await moveIntoOrganisation(applicationId, organisationId, actor),
        async (reason) => ({ error: t(reason) }),
        `/organisations/${organisationId}?done=moved`,
      ),
    )
  })
}
