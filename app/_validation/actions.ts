'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, pressForm, refuseMalformed, requireTexts, submitForm } from '@/app/_request/action'
import { forceNavigation } from '@/app/_request/return-path'
import { requireDeveloper } from '@/app/_request/session'
import { withQuery } from '@/components/query'
import { findSubjectFor } from '@/lib/applications/subject'
import type { Owner } from '@/lib/audit/schema'
import { writeToReviewers } from '@/lib/validation/messages'
import { openRevision, reopenAfterRejection } from '@/lib/validation/open-submission'
import { applicantPath } from '@/lib/validation/recipients'
import { applicantMessageSchema } from '@/lib/validation/schema'
import { withdrawSubmission } from '@/lib/validation/submit'

const commands = {
  withdrawn: withdrawSubmission,
  reopened: reopenAfterRejection,
  revision: openRevision,
}

/** Withdraws, reopens after a rejection, or opens a revision; then shows the page with the result. */
export async function moveSubmission(
  subjectId: string,
  what: keyof typeof commands,
  _state: FormState,
  form: FormData,
) {
  requireTexts(subjectId, what)
  const owner = await requireOwner()
  if (!Object.hasOwn(commands, what)) refuseMalformed()
  return pressForm(form, async () => {
    const result = await commands[what](subjectId, owner)
    const query = result.ok ? { done: what } : { refused: result.reason }
    redirect(forceNavigation(withQuery(await pathOf(subjectId, owner), query)))
  })
}

export async function sendMessage(subjectId: string, _state: FormState, form: FormData) {
  const owner = await requireOwner()
  return submitForm(form, applicantMessageSchema, 'validation.errors', async ({ message }) => {
    const result = await writeToReviewers(subjectId, message, owner)
    const t = await getTranslations('validation.errors')
    if (!result.ok) return { errors: { message: t(result.reason) } }
    redirect(forceNavigation(`${await pathOf(subjectId, owner)}?done=sent#conversation`))
  })
}

/** The page that the action was on; the list's for someone who has no access any more. */
async function pathOf(subjectId: string, owner: Owner): Promise<string> {
  const subject = await findSubjectFor(owner.id, 'view', subjectId)
  return subject ? applicantPath(subject) : '/applications'
}

/** Whatever their role, people act on their own application as its developer. */
async function requireOwner(): Promise<Owner> {
  return { id: (await requireDeveloper()).id, role: 'developer' }
}
