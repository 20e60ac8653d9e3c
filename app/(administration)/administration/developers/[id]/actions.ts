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

const nothing = z.object({})
const list = '/administration/developers'

export async function suspendPerson(id: string, _state: FormState, form: FormData) {
  return run(form, id, 'suspendPerson', 'suspended', reasonSchema, suspendDeveloper.bind(null, id))
}

export async function reinstatePerson(id: string, _state: FormState, form: FormData) {
  return run(form, id, 'reinstatePerson', 'reinstated', reasonSchema, reinstateDeveloper.bind(null, id))
}

export async function approvePerson(id: string, _state: FormState, form: FormData) {
  return run(form, id, 'approvePerson', 'approved', nothing, (_, actor) => approveDeveloper(id, actor))
}

export async function rejectPerson(id: string, _state: FormState, form: FormData) {
  return run(form, id, 'rejectPerson', 'rejected', rejectionSchema, rejectDeveloper.bind(null, id))
}

export async function changeRole(id: string, _state: FormState, form: FormData) {
  return run(form, id, 'changeRole', 'role', lowerRoleSchema, lowerRole.bind(null, id))
}

export async function resetFactor(id: string, _state: FormState, form: FormData) {
  return run(form, id, 'resetFactor', 'factor', nothing, (_, actor) => resetSecondFactor(id, actor))
}

export async function unlinkPerson(id: string, _state: FormState, form: FormData) {
  return run(form, id, 'unlinkPerson', 'unlinked', nothing, (_, actor) => unlinkDeveloper(id, actor))
}

export async function erasePerson(id: string, _state: FormState, form: FormData) {
  return run(form, id, 'erasePerson', 'erased', erasureSchema, eraseDeveloper.bind(null, id), list)
}

// Named differently from the reason of the suspension form on the same page.
const erasureSchema = z
  .object({ erasureReason: reasonSchema.shape.reason })
  .transform(({ erasureReason: reason }) => ({ reason }))
const rejectionSchema = z
  .object({ rejectionReason: reasonSchema.shape.reason })
  .transform(({ rejectionReason: reason }) => ({ reason }))

async function run<Schema extends z.ZodType>(
  form: FormData,
  id: string,
  name: ActIn<'developer'>,
  done: string,
  schema: Schema,
  command: Parameters<typeof runAdminAction<Schema>>[4],
  leadsTo?: string,
) {
  requireTexts(id)
  const page = `${list}/${encodeURIComponent(id)}`
  const act = { act: `developer.${name}`, page, about: [{ type: 'developer', id }] } as const
  return runAdminAction(form, act, schema, done, command, leadsTo)
}
