'use server'

import { z } from 'zod'
import { type FormState, requireTexts } from '@/app/_request/action'
import type { ActIn } from '@/app/_request/acts'
import { runAdminAction } from '@/app/_request/admin-action'
import { approveDeveloper, rejectDeveloper } from '@/lib/developers/approval'
import { reasonSchema } from '@/lib/developers/reason'
import { lowerRole, lowerRoleSchema } from '@/lib/developers/roles'
import { unlinkDeveloper } from '@/lib/developers/unlink'
import { resetSecondFactor } from '@/lib/identity/reset-factor'
import { eraseDeveloper } from '@/lib/lifecycle/delete-developer'
import { reinstateDeveloper, suspendDeveloper } from '@/lib/lifecycle/suspend-developer'

export async function suspendPerson(id: string, _state: FormState, form: FormData): Promise<FormState> {
  return runAdminAction(
    form,
    actOn(id, 'suspendPerson'),
    reasonSchema,
    'suspended',
    suspendDeveloper.bind(null, id),
  )
}

export async function reinstatePerson(id: string, _state: FormState, form: FormData): Promise<FormState> {
  return runAdminAction(
    form,
    actOn(id, 'reinstatePerson'),
    reasonSchema,
    'reinstated',
    reinstateDeveloper.bind(null, id),
  )
}

export async function approvePerson(id: string, _state: FormState, form: FormData): Promise<FormState> {
  return runAdminAction(form, actOn(id, 'approvePerson'), z.object({}), 'approved', (_, actor) =>
    approveDeveloper(id, actor),
  )
}

export async function rejectPerson(id: string, _state: FormState, form: FormData): Promise<FormState> {
  return runAdminAction(
    form,
    actOn(id, 'rejectPerson'),
    rejectionSchema,
    'rejected',
    rejectDeveloper.bind(null, id),
  )
}

export async function changeRole(id: string, _state: FormState, form: FormData): Promise<FormState> {
  return runAdminAction(form, actOn(id, 'changeRole'), lowerRoleSchema, 'role', lowerRole.bind(null, id))
}

export async function resetFactor(id: string, _state: FormState, form: FormData): Promise<FormState> {
  return runAdminAction(form, actOn(id, 'resetFactor'), z.object({}), 'factor', (_, actor) =>
    resetSecondFactor(id, actor),
  )
}

export async function unlinkPerson(id: string, _state: FormState, form: FormData): Promise<FormState> {
  return runAdminAction(form, actOn(id, 'unlinkPerson'), z.object({}), 'unlinked', (_, actor) =>
    unlinkDeveloper(id, actor),
  )
}

export async function erasePerson(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const run = eraseDeveloper.bind(null, id)
  return runAdminAction(
    form,
    actOn(id, 'erasePerson'),
    erasureSchema,
    'erased',
    run,
    '/administration/developers',
  )
}

// Named differently from the reason of the suspension form on the same page.
const erasureSchema = z
  .object({ erasureReason: reasonSchema.shape.reason })
  .transform(({ erasureReason: reason }) => ({ reason }))
const rejectionSchema = z
  .object({ rejectionReason: reasonSchema.shape.reason })
  .transform(({ rejectionReason: reason }) => ({ reason }))

function actOn(id: string, name: ActIn<'developer'>) {
  requireTexts(id)
  const page = `/administration/developers/${encodeURIComponent(id)}`
  return { act: `developer.${name}`, page, about: [{ type: 'developer', id }] } as const
}
