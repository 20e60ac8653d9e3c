import { command } from '@/lib/commands/command'
import { getSettings } from '@/lib/env'
import { done } from '@/lib/result'
import { type ApplicationDetails, applicationDetailsSchema } from './schema'
import { application } from './target'

const { options: detailFields } = applicationDetailsSchema.keyof()

/** What the form of an application's editable fields shows. */
export function versionedDetails(application: ApplicationDetails): string[] {
  return detailFields.map((field) => application[field])
}

/**
 * Changes the editable fields of an application; its state, credentials and tokens stay as they are. The audit row
 * contains the names of those that changed. A submission that waits for a decision becomes a new version, as reviewers
 * decide on the description too: no one decides on text that they have not read. A field that a form of the previous
 * version lacks stays as it is.
 */
export const changeDetails = command({
  on: application,
  right: 'edit',
  input: applicationDetailsSchema,
  audit: 'application.changed',
  version: ({ application }) => versionedDetails(application),
  async run({ transaction, application, input: details, record }) {
    const { id } = application
    await transaction.application.update({ where: { id }, data: details })
    const changed = detailFields.filter(
      (field) => details[field] !== undefined && details[field] !== application[field],
    )
    if (changed.length > 0)
      await transaction.submission.updateMany({
        where: { applicationId: id, state: 'in_validation' },
        data: { version: { increment: 1 } },
      })
    record({ type: 'application', id }, { changed })
    return done(undefined)
  },
})

/** The URL of an application's page, for mails. */
export function applicationLink(applicationId: string): string {
  return `${getSettings().PORTAL_URL}/applications/${applicationId}`
}
