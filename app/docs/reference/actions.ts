'use server'

import { notFound } from 'next/navigation'
import type { Exchange } from '@/app/_console/state'
import { type FormState, requireForm } from '@/app/_request/action'
import { requireApplication } from '@/app/_request/application'
import { runOperation } from './run-operation'
import { isRunnable } from './runnable'

/** Calls an endpoint with one of the developer's Sandbox applications, by the console's own steps. */
export async function callFromReference(operation: string, _: FormState<Exchange>, form: FormData) {
  const found = await requireApplication(String(requireForm(form).get('application') ?? ''), 'console')
  const { environment, state } = found.application
  if (environment !== 'sandbox' || state !== 'active' || !isRunnable(operation)) notFound()
  return runOperation(operation, found, form)
}
