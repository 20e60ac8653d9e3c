'use server'

import { z } from 'zod'
import type { FormState } from '@/app/_request/action'
import { runAdminAction } from '@/app/_request/admin-action'
import { approveDeveloper, rejectDeveloper } from '@/lib/developers/approval'
import { reasonSchema } from '@/lib/developers/reason'
import { lowerRole, lowerRoleSchema } from '@/lib/developers/roles'
import { resetSecondFactor } from '@/lib/identity/reset-factor'
import { eraseDeveloper } from '@/lib/lifecycle/delete-developer'
import { reinstateDeveloper, suspendDeveloper } from '@/lib/lifecycle/suspend-developer'

export async function suspend(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const run = suspendDeveloper.bind(null, id)
  return runAdminAction({ page: pageOf(id), form, schema: reasonSchema, done: 'suspended', run })
}

export async function reinstate(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const run = reinstateDeveloper.bind(null, id)
  return runAdminAction({ page: pageOf(id), form, schema: reasonSchema, done: 'reinstated', run })
}

export async function approve(id: string, _state: FormState, form: FormData): Promise<FormState> {
  return runAdminAction({
    page: pageOf(id),
    form,
    schema: z.object({}),
    done: 'approved',
    run: (_input, actor) => approveDeveloper(id, actor),
  })
}

export async function reject(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const run = rejectDeveloper.bind(null, id)
  return runAdminAction({ page: pageOf(id), form, schema: rejectionSchema, done: 'rejected', run })
}

export async function changeRole(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const run = lowerRole.bind(null, id)
  return runAdminAction({ page: pageOf(id), form, schema: lowerRoleSchema, done: 'role', run })
}

export async function resetFactor(id: string, _state: FormState, form: FormData): Promise<FormState> {
  return runAdminAction({
    page: pageOf(id),
    form,
    schema: z.object({}),
    done: 'factor',
    run: (_input, actor) => resetSecondFactor(id, actor),
  })
}

export async function erase(id: string, _state: FormState, form: FormData): Promise<FormState> {
  return runAdminAction({
    page: pageOf(id),
    leadsTo: '/administration/developers',
    form,
    schema: erasureSchema,
    done: 'erased',
    run: eraseDeveloper.bind(null, id),
  })
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
