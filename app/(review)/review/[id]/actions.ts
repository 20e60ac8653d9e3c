'use server'

import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { formAction, type Posted } from '@/app/_request/form-action'
import { forceNavigation } from '@/app/_request/return-path'
import { withQuery } from '@/components/query'
import { getLocale } from '@/i18n/current-locale'
import { reinstateOrganisation, suspendOrganisation } from '@/lib/lifecycle/suspend-organisation'
import { localised } from '@/lib/translations'
import { assignSubmission, unassignSubmission } from '@/lib/validation/assignment'
import { listUnjudged } from '@/lib/validation/checklist'
import { decideSubmission } from '@/lib/validation/decide'
import * as talk from '@/lib/validation/messages'
import { findReview } from '@/lib/validation/queries'
import { readVerdicts } from '@/lib/validation/schema'

const messages = 'review.errors'
const overReasons = new Set<string>(['already_decided', 'withdrawn', 'own_application', 'not_found'])

type Id = [submissionId: string]
type Given = { form: FormData }

const idOf = ({ form }: Given) => String(form.get('submissionId'))
const pageOf = (id: string) => `/review/${encodeURIComponent(id)}`

/** Approve, request changes or reject: one form with three buttons. */
export const decideOn = formAction(decideSubmission, {
  messages,
  target: idOf,
  question: {
    title: 'review.questions.decide',
    note: 'review.questions.decideNote',
    values: async ({ form, developer, input: { outcome } }) => {
      const submission = (await findReview(idOf({ form }), developer.id))?.submission
      const what = submission?.organisation
        ? 'organisation'
        : submission?.revision
          ? 'revision'
          : 'application'
      return { outcome, what }
    },
  },
  also: findUnjudged,
  async instead(posted) {
    const errors = await findUnjudged(posted)
    return Object.keys(errors).length > 0 ? { errors } : undefined
  },
  to: (done, posted) => withQuery(pageOf(idOf(posted)), { done }),
  /** Leads to the submission where it was decided on by another; else says what to change. */
  async refuse({ reason }, posted) {
    if (overReasons.has(reason)) redirect(withQuery(pageOf(idOf(posted)), { refused: reason }))
    refresh()
    return undefined
  },
})

/** What is wrong with the verdicts of an approval: required documents without one, by name. */
async function findUnjudged({ form, developer }: Posted): Promise<Record<string, string>> {
  if (form.get('outcome') !== 'approved') return {}
  const t = await getTranslations('review.documents')
  const locale = await getLocale()
  const submission = (await findReview(idOf({ form }), developer.id))?.submission
  const verdicts = readVerdicts(Object.fromEntries(form))
  const missing = new Set(submission && listUnjudged(submission, verdicts))
  const unjudged = submission?.requirements.filter(({ requirementId }) => missing.has(requirementId)) ?? []
  return Object.fromEntries(
    unjudged.map((each) => [
      `verdict-${each.requirementId}`,
      t('verdictMissing', { name: localised(each, 'name', locale) }),
    ]),
  )
}

export const claimReview = formAction<typeof assignSubmission, Id>(assignSubmission, {
  messages,
  to: (_, { bound: [id] }) => forceNavigation(withQuery(pageOf(id), { done: 'claimed' })),
  refuse: ({ reason }, { bound: [id] }) =>
    redirect(forceNavigation(withQuery(pageOf(id), { refused: reason }))),
})

export const releaseReview = formAction<typeof unassignSubmission, Id>(unassignSubmission, {
  messages,
  to: (_, { bound: [id] }) => forceNavigation(withQuery(pageOf(id), { done: 'released' })),
})

export const sendToDeveloper = formAction(talk.writeToApplicant, {
  messages,
  target: idOf,
  refuse: async ({ reason }) => ({
    errors: { message: (await getTranslations(messages))(reason) },
  }),
  to: (_, posted) => forceNavigation(`${pageOf(idOf(posted))}?done=sent#conversation`),
})

export const keepNote = formAction(talk.keepNote, {
  messages,
  target: idOf,
  refuse: async ({ reason }) => ({
    errors: { note: (await getTranslations(messages))(reason) },
  }),
  to: (_, posted) => forceNavigation(`${pageOf(idOf(posted))}?done=kept#notes`),
})

/** `submissionId` is the page on which the administrator is, which shows the result. */
type OrganisationAndPage = [id: string, submissionId: string]

export const suspendReviewed = formAction<typeof suspendOrganisation, OrganisationAndPage>(
  suspendOrganisation,
  onPage('suspend', 'suspended'),
)

export const reinstateReviewed = formAction<typeof reinstateOrganisation, OrganisationAndPage>(
  reinstateOrganisation,
  onPage('reinstate', 'reinstated'),
)

function onPage(question: string, done: string) {
  return {
    messages: 'administration.errors',
    question: { title: `administration.organisations.questions.${question}` },
    to: (_: unknown, { bound: [, submissionId] }: { bound: OrganisationAndPage }) =>
      `/review/${encodeURIComponent(submissionId)}?done=${done}`,
    stays: true,
  } as const
}
