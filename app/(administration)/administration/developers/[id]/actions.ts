'use server'

import { z } from 'zod'
import type { FormState } from '@/app/_request/action'
import { runAdminAction } from '@/app/_request/admin-action'
import { approveDeveloper, rejectDeveloper } from '@/lib/developers/approval'
import { reasonSchema } from '@/lib/developers/reason'
import { lowerRole, lowerRoleSchema } from '@/lib/developers/roles'
import { unlinkDeveloper } from '@/lib/developers/unlink'
import { resetSecondFactor } from '@/lib/identity/reset-factor'
import { eraseDeveloper } from '@/lib/lifecycle/delete-developer'
import { reinstateDeveloper, suspendDeveloper } from '@/lib/lifecycle/suspend-developer'

export async function suspend(id: string, _state: FormState, form: FormData): Promise<FormState> {
  return runAdminAction(form, pageOf(id), reasonSchema, 'suspended', suspendDeveloper.bind(null, id))
}

export async function reinstate(id: string, _state: FormState, form: FormData): Promise<FormState> {
  return runAdminAction(form, pageOf(id), reasonSchema, 'reinstated', reinstateDeveloper.bind(null, id))
}

export async function approve(id: string, _state: FormState, form: FormData): Promise<FormState> {
  return runAdminAction(form, pageOf(id), z.object({}), 'approved', (_, actor) => approveDeveloper(id, actor))
}

export async function reject(id: string, _state: FormState, form: FormData): Promise<FormState> {
  return runAdminAction(form, pageOf(id), rejectionSchema, 'rejected', rejectDeveloper.bind(null, id))
}

export async function changeRole(id: string, _state: FormState, form: FormData): Promise<FormState> {
  return runAdminAction(form, pageOf(id), lowerRoleSchema, 'role', lowerRole.bind(null, id))
}

export async function resetFactor(id: string, _state: FormState, form: FormData): Promise<FormState> {
  return runAdminAction(form, pageOf(id), z.object({}), 'factor', (_, actor) => resetSecondFactor(id, actor))
}

export async function unlink(id: string, _state: FormState, form: FormData): Promise<FormState> {
  return runAdminAction(form, pageOf(id), z.object({}), 'unlinked', (_, actor) => unlinkDeveloper(id, actor))
}

export async function erase(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const run = eraseDeveloper.bind(null, id)
  return runAdminAction(form, pageOf(id), erasureSchema, 'erased', run, '/administration/developers')
}

// Named differently from the reason of the suspension form on the same page.
const erasureSchema = z
  .object({ erasureReason: reasonSchema.shape.reason })
  .transform(({ erasureReason: reason }) => ({ reason }))
const rejectionSchema = z
  .object({ rejectionReason: reasonSchema.shape.reason })
  .transform(({ rejectionReason: reason }) => ({ reason }))

function pageOf(id: string): string {
  return `/administration/developers/${encodeURIComponent(id)}`
}
