'use server'

import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, requireSameOrigin, submit } from '@/app/_request/action'
import { anew } from '@/app/_request/return-path'
import {
  type CurrentDeveloper,
  isConfirmed,
  requireConfirmation,
  requireReviewer,
} from '@/app/_request/session'
import { readMsisdns } from '@/lib/validation/account-access'
import { claimSubmission, releaseSubmission } from '@/lib/validation/claim'
import { decide, type Reviewer } from '@/lib/validation/decide'
import { keepDraft } from '@/lib/validation/decision-draft'
import { writeAsReviewer } from '@/lib/validation/messages'
import { decisionSchema, reviewerMessageSchema, reviewerNoteSchema } from '@/lib/validation/schema'
import { readVerdicts, typedFields } from './verdicts'

const overReasons = new Set<string>([
  'already_decided',
  'withdrawn',
  'own_application',
  'invited',
  'not_found',
])

/** Approve, request changes or reject: one form, three buttons, behind a confirmation. */
export async function decideOn(_state: FormState, form: FormData): Promise<FormState> {
  const developer = await requireReviewer()
  const reviewer = actorOf(developer)
  return submit({
    form,
    schema: decisionSchema,
    messages: 'review.errors',
    async run({ access: chosen, msisdns, ...input }) {
      const t = await getTranslations('review')
      const { verdicts, unexplained } = readVerdicts(form)
      if (unexplained.length > 0 && input.outcome !== 'approved')
        return {
          errors: Object.fromEntries(
            unexplained.map((id) => [`because-${id}`, t('documents.becauseMissing')]),
          ),
        }
      const listed = chosen === 'listed' && input.outcome === 'approved' ? readMsisdns(msisdns) : null
      if (listed && !listed.ok) {
        const entry = 'entry' in listed ? listed.entry : ''
        return { errors: { msisdns: t(`errors.msisdns_${listed.reason}`, { entry }) } }
      }
      await confirmFirst(developer, input, form)
      const access = listed ? listed.value : chosen === 'all' ? 'all' : 'unchanged'
      const result = await decide({ ...input, verdicts, access }, reviewer)
      if (result.ok) redirect(`/review/${input.submissionId}?done=${result.value}`)
      // There is nothing left to decide: the page says why, and shows what became of it.
      if (overReasons.has(result.reason)) redirect(`/review/${input.submissionId}?refused=${result.reason}`)
      refresh()
      return { error: t(`errors.${result.reason}`) }
    },
  })
}

export async function claim(submissionId: string): Promise<void> {
  const reviewer = await requireReviewerActor()
  await requireSameOrigin()
  const result = await claimSubmission(submissionId, reviewer)
  redirect(anew(`/review/${submissionId}?${result.ok ? 'done=claimed' : `refused=${result.reason}`}`))
}

export async function release(submissionId: string): Promise<void> {
  const reviewer = await requireReviewerActor()
  await requireSameOrigin()
  await releaseSubmission(submissionId, reviewer)
  redirect(anew(`/review/${submissionId}?done=released`))
}

export async function sendToDeveloper(_state: FormState, form: FormData): Promise<FormState> {
  const reviewer = await requireReviewerActor()
  return submit({
    form,
    schema: reviewerMessageSchema,
    messages: 'review.errors',
    async run({ submissionId, message }) {
      const result = await writeAsReviewer({ submissionId, body: message, internal: false }, reviewer)
      if (!result.ok) return { errors: { message: await explain(result.reason) } }
      redirect(anew(`/review/${submissionId}?done=sent#conversation`))
    },
  })
}

export async function keepNote(_state: FormState, form: FormData): Promise<FormState> {
  const reviewer = await requireReviewerActor()
  return submit({
    form,
    schema: reviewerNoteSchema,
    messages: 'review.errors',
    async run({ submissionId, note }) {
      const result = await writeAsReviewer({ submissionId, body: note, internal: true }, reviewer)
      if (!result.ok) return { errors: { note: await explain(result.reason) } }
      redirect(anew(`/review/${submissionId}?done=kept#notes`))
    },
  })
}

/** What was typed is kept before the way leads to the confirmation, and stands in the form again after it. */
async function confirmFirst(
  developer: CurrentDeveloper,
  { submissionId, version }: { submissionId: string; version: number },
  form: FormData,
): Promise<void> {
  if (!isConfirmed(developer))
    await keepDraft({ submissionId, version, fields: typedFields(form) }, actorOf(developer))
  requireConfirmation(developer, `/review/${submissionId}?done=confirmed#decision`)
}

async function explain(reason: 'not_found' | 'own_application' | 'invited' | 'too_many'): Promise<string> {
  return (await getTranslations('review.errors'))(reason)
}

async function requireReviewerActor(): Promise<Reviewer> {
  return actorOf(await requireReviewer())
}

function actorOf({ id, role }: CurrentDeveloper): Reviewer {
  return { id, role: role === 'administrator' ? role : 'reviewer' }
}
