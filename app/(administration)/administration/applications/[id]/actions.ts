'use server'

import { z } from 'zod'
import type { FormState } from '@/app/_request/action'
import { appointOwner } from '@/lib/applications/appoint-owner'
import { reasonSchema } from '@/lib/developers/reason'
import { reinstateApplication, suspendApplication } from '@/lib/lifecycle/suspend-application'
import { runAdminAction } from '../../admin-action'

export async function suspend(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const run = suspendApplication.bind(null, id)
  return runAdminAction({ page: pageOf(id), form, schema: reasonSchema, done: 'suspended', run })
}

export async function reinstate(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const run = reinstateApplication.bind(null, id)
  return runAdminAction({ page: pageOf(id), form, schema: reasonSchema, done: 'reinstated', run })
}

/** Named differently from the reason of the suspension form on the same page. */
const appointmentSchema = z
  .object({ memberId: z.uuid('member_required'), appointmentReason: reasonSchema.shape.reason })
  .transform(({ memberId, appointmentReason }) => ({ memberId, reason: appointmentReason }))

export async function appoint(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const run = appointOwner.bind(null, id)
  return runAdminAction({ page: pageOf(id), form, schema: appointmentSchema, done: 'appointed', run })
}

function pageOf(id: string): string {
  return `/administration/applications/${encodeURIComponent(id)}`
}
