'use server'

import { formAction } from '@/app/_request/form-action'
import { reinstateOrganisation, suspendOrganisation } from '@/lib/lifecycle/suspend-organisation'

/** `submissionId` is the page on which the administrator is, which shows the result. */
type Ids = [id: string, submissionId: string]

export const suspendReviewed = formAction<typeof suspendOrganisation, Ids>(
  suspendOrganisation,
  onPage('suspend', 'suspended'),
)

export const reinstateReviewed = formAction<typeof reinstateOrganisation, Ids>(
  reinstateOrganisation,
  onPage('reinstate', 'reinstated'),
)

function onPage(question: string, done: string) {
  return {
    messages: 'administration.errors',
    question: { title: `administration.organisations.questions.${question}` },
    to: (_: unknown, { bound: [, submissionId] }: { bound: Ids }) =>
      `/review/${encodeURIComponent(submissionId)}?done=${done}`,
    stays: true,
  } as const
}
