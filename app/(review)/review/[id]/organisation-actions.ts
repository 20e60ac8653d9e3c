'use server'

import { type FormState, requireTexts } from '@/app/_request/action'
import type { ActIn } from '@/app/_request/acts'
import { runAdminAction } from '@/app/_request/admin-action'
import { reasonSchema } from '@/lib/developers/reason'
import { reinstateOrganisation, suspendOrganisation } from '@/lib/lifecycle/suspend-organisation'

/** @param submissionId the page on which the administrator is, which shows the result */
export async function suspendReviewed(id: string, submissionId: string, _state: FormState, form: FormData) {
  const run = suspendOrganisation.bind(null, id)
  return runAdminAction(form, actOn(id, submissionId, 'suspendReviewed'), reasonSchema, 'suspended', run)
}

export async function reinstateReviewed(id: string, submissionId: string, _state: FormState, form: FormData) {
  const run = reinstateOrganisation.bind(null, id)
  return runAdminAction(form, actOn(id, submissionId, 'reinstateReviewed'), reasonSchema, 'reinstated', run)
}

function actOn(id: string, submissionId: string, name: ActIn<'organisation'>) {
  requireTexts(id, submissionId)
  const page = `/review/${encodeURIComponent(submissionId)}`
  const about = [{ type: 'organisation', id } as const]
  return { act: `organisation.${name}`, page, about } as const
}
