'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { formAction, type Posted } from '@/app/_request/form-action'
import { forceNavigation } from '@/app/_request/return-path'
import { type CurrentDeveloper, requireDeveloper } from '@/app/_request/session'
import { withQuery } from '@/components/query'
import { findSubjectFor } from '@/lib/applications/subject'
import { writeToReviewers } from '@/lib/validation/messages'
import { openRevision, reopenAfterRejection } from '@/lib/validation/open-submission'
import { applicantPath } from '@/lib/validation/recipients'
import { withdrawSubmission } from '@/lib/validation/submit'

type Place = Parameters<typeof applicantPath>[0]
type Id = [subjectId: string]

/** Each of them shows the page with the result. */
const moves = (name: 'withdrawn' | 'reopened' | 'revision') => ({
  messages: 'validation.errors',
  person: requireOwner,
  to: (subject: Place) => forceNavigation(withQuery(applicantPath(subject), { done: name })),
  refuse: async ({ reason }: { reason: string }, { developer, bound: [id] }: Posted<Id>) =>
    redirect(forceNavigation(withQuery(await pathOf(id, developer), { refused: reason }))),
})

export const withdraw = formAction<typeof withdrawSubmission, Id>(withdrawSubmission, moves('withdrawn'))
export const reopen = formAction<typeof reopenAfterRejection, Id>(reopenAfterRejection, moves('reopened'))
export const revise = formAction<typeof openRevision, Id>(openRevision, moves('revision'))

export const sendMessage = formAction<typeof writeToReviewers, Id>(writeToReviewers, {
  messages: 'validation.errors',
  person: requireOwner,
  refuse: async ({ reason }) => ({
    errors: { message: (await getTranslations('validation.errors'))(reason) },
  }),
  to: (subject) => forceNavigation(`${applicantPath(subject)}?done=sent#conversation`),
})

/** The page that the action was on; the list's for someone who has no access any more. */
async function pathOf(subjectId: string, { id }: CurrentDeveloper): Promise<string> {
  const subject = await findSubjectFor(id, 'view', subjectId)
  return subject ? applicantPath(subject) : '/applications'
}

/** Whatever their role, people act on their own application as its developer. */
async function requireOwner(): Promise<CurrentDeveloper> {
  const developer = await requireDeveloper()
  return { ...developer, actor: { ...developer.actor, role: 'developer' } }
}
