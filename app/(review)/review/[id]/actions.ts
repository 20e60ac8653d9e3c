'use server'

import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { z } from 'zod'
import { type FormState, pressForm, requireTexts, submitForm } from '@/app/_request/action'
import { confirmed } from '@/app/_request/confirmed'
import { forceNavigation } from '@/app/_request/return-path'
import { type CurrentDeveloper, requireReviewer } from '@/app/_request/session'
import { withQuery } from '@/components/query'
import { claimSubmission, releaseSubmission } from '@/lib/validation/claim'
import { decideSubmission, type Reviewer } from '@/lib/validation/decide'
import { writeAsReviewer } from '@/lib/validation/messages'
import { decisionSchema, reviewerMessageSchema, reviewerNoteSchema } from '@/lib/validation/schema'
import { findUnexplained, findUnjudged, readDecision } from './verdicts'

const overReasons = new Set<string>(['already_decided', 'withdrawn', 'own_application', 'not_found'])

/** Approve, request changes or reject: one form with three buttons, after a confirmation. */
export async function decideOn(_state: FormState, form: FormData) {
  const developer = await requireReviewer()
  const run = async (input: z.output<typeof decisionSchema>) => {
    const read = await readDecision(input, form, developer.id)
    if (!read.ok) return { errors: read.errors }
    const { submissionId: id, outcome } = input
    const about = [{ type: 'submission', id } as const]
    const act = {
      developer,
      act: 'review.decideOn',
      about,
      values: { outcome },
    } as const
    return confirmed(act, form, async () => {
      const result = await decideSubmission(read.value, actorOf(developer))
      const { verdicts } = read.value
      // As the page that the form was on may be older than what is required.
      if (!result.ok && result.reason === 'verdicts_missing')
        return { errors: await findUnjudged(id, verdicts, developer.id) }
      return showDecision(id, result)
    })
  }
  return submitForm(form, decisionSchema, 'review.errors', run, () => findUnexplained(form))
}

/** Leads to the submission where it is decided on, by this decision or another; else says what to change. */
async function showDecision(submissionId: string, result: Awaited<ReturnType<typeof decideSubmission>>) {
  const page = `/review/${submissionId}`
  if (result.ok) redirect(withQuery(page, { done: result.value }))
  if (overReasons.has(result.reason)) redirect(withQuery(page, { refused: result.reason }))
  refresh()
  return { error: (await getTranslations('review.errors'))(result.reason) }
}

export async function claimReview(submissionId: string, _state: FormState, form: FormData) {
  requireTexts(submissionId)
  const reviewer = await requireReviewerActor()
  return pressForm(form, async () => {
    const result = await claimSubmission(submissionId, reviewer)
    const query = result.ok ? { done: 'claimed' } : { refused: result.reason }
    redirect(forceNavigation(withQuery(`/review/${submissionId}`, query)))
  })
}

export async function releaseReview(submissionId: string, _state: FormState, form: FormData) {
  requireTexts(submissionId)
  const reviewer = await requireReviewerActor()
  return pressForm(form, async () => {
    await releaseSubmission(submissionId, reviewer)
    redirect(forceNavigation(`/review/${submissionId}?done=released`))
  })
}

export async function sendToDeveloper(_state: FormState, form: FormData) {
  const reviewer = await requireReviewerActor()
  return submitForm(form, reviewerMessageSchema, 'review.errors', async ({ submissionId, message }) => {
    const result = await writeAsReviewer({ submissionId, body: message, internal: false }, reviewer)
    if (!result.ok) return { errors: { message: await explain(result.reason) } }
    redirect(forceNavigation(`/review/${submissionId}?done=sent#conversation`))
  })
}

export async function keepNote(_state: FormState, form: FormData) {
  const reviewer = await requireReviewerActor()
  return submitForm(form, reviewerNoteSchema, 'review.errors', async ({ submissionId, note }) => {
    const result = await writeAsReviewer({ submissionId, body: note, internal: true }, reviewer)
    if (!result.ok) return { errors: { note: await explain(result.reason) } }
    redirect(forceNavigation(`/review/${submissionId}?done=kept#notes`))
  })
}

async function explain(reason: 'not_found' | 'own_application' | 'too_many'): Promise<string> {
  return (await getTranslations('review.errors'))(reason)
}

async function requireReviewerActor(): Promise<Reviewer> {
  return actorOf(await requireReviewer())
}

function actorOf({ id, role }: CurrentDeveloper): Reviewer {
  return { id, role: role === 'administrator' ? role : 'reviewer' }
}
