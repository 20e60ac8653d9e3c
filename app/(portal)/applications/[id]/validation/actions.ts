'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, requireSameOrigin, submit } from '@/app/_request/action'
import { forceNavigation } from '@/app/_request/return-path'
import { requireDeveloper } from '@/app/_request/session'
import { applicationPath } from '@/components/application-nav'
import { withQuery } from '@/components/query'
import type { Owner } from '@/lib/audit/schema'
import { writeToReviewers } from '@/lib/validation/messages'
import { openRevision, reopenAfterRejection } from '@/lib/validation/open-submission'
import { applicantMessageSchema } from '@/lib/validation/schema'
import { withdrawSubmission } from '@/lib/validation/submit'

const commands = {
  withdrawn: withdrawSubmission,
  reopened: reopenAfterRejection,
  revision: openRevision,
}

/** Withdraws, reopens after a rejection, or opens a revision; then shows the page with the result. */
export async function move(applicationId: string, what: keyof typeof commands): Promise<void> {
  await requireSameOrigin()
  const result = await commands[what](applicationId, await requireOwner())
  const query = result.ok ? { done: what } : { refused: result.reason }
  redirect(forceNavigation(withQuery(applicationPath(applicationId, 'validation'), query)))
}

export async function sendMessage(
  applicationId: string,
  _state: FormState,
  form: FormData,
): Promise<FormState> {
  const owner = await requireOwner()
  return submit({
    form,
    schema: applicantMessageSchema,
    messages: 'validation.errors',
    async run({ message }) {
      const result = await writeToReviewers(applicationId, message, owner)
      const t = await getTranslations('validation.errors')
      if (!result.ok) return { errors: { message: t(result.reason) } }
      redirect(forceNavigation(`/applications/${applicationId}/validation?done=sent#conversation`))
    },
  })
}

/** Whatever their role, people act on their own application as its developer. */
async function requireOwner(): Promise<Owner> {
  return { id: (await requireDeveloper()).id, role: 'developer' }
}
