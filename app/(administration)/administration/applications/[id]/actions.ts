'use server'

import type { FormState } from '@/app/_request/action'
import { reinstateApplication, suspendApplication } from '@/lib/credentials/suspend-application'
import { reasonSchema } from '@/lib/developers/reason'
import { doOnPage } from '../../deed'

export async function suspend(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const run = suspendApplication.bind(null, id)
  return doOnPage({ page: pageOf(id), form, schema: reasonSchema, done: 'suspended', run })
}

export async function reinstate(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const run = reinstateApplication.bind(null, id)
  return doOnPage({ page: pageOf(id), form, schema: reasonSchema, done: 'reinstated', run })
}

function pageOf(id: string): string {
  return `/administration/applications/${encodeURIComponent(id)}`
}
