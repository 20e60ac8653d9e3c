import { getTranslations } from 'next-intl/server'
import type { Posted } from '@/app/_request/form-action'
import { findOrganisationFor } from '@/lib/organisations/queries'

type Move = Posted<[id: string]> & { input: { organisationId: string } }

/** How forms move a personal application into an organisation, for good. */
export const moving = {
  messages: 'organisations.applications',
  question: {
    title: 'organisations.questions.move',
    warning: 'organisations.questions.moveWarning',
    async values({ developer, input: { organisationId } }: Move) {
      const organisation = await findOrganisationFor(developer.id, 'applications', organisationId)
      return { into: organisation?.legalName ?? '' }
    },
  },
  async refuse({ reason }: { reason: string }) {
    if (reason !== 'not_found') return undefined
    return { error: (await getTranslations('organisations.applications'))('gone') }
  },
  to: (organisationId: string) => `/organisations/${organisationId}?done=moved`,
}
