'use server'

import { requireForm } from '@/app/_request/action'
import { findDevice } from '@/app/_request/caller'
import { type DemoState, landingAccounts } from '@/components/landing/demo-state'
import { callSandbox } from './real-call'

/** Makes the call of the counter on the landing page. `account` says which button was pressed, from 1. */
export async function readTestBalance(_previous: DemoState, form: FormData): Promise<DemoState> {
  const account = Number(requireForm(form).get('account'))
  if (!landingAccounts[account - 1]) return {}
  return { account, outcome: await callSandbox(account, (await findDevice()).address) }
}
