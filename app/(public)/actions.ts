'use server'

import { requireForm } from '@/app/_request/action'
import { findDevice } from '@/app/_request/caller'
import { landingAccounts, type Scene } from '@/components/landing/scene'
import { callSandbox } from './real-call'

/** Makes the call of the counter on the landing page. `account` says which button was pressed, from 1. */
export async function readTestBalance(_previous: Scene, form: FormData): Promise<Scene> {
  const account = Number(requireForm(form).get('account'))
  if (!landingAccounts[account - 1]) return {}
  return { account, outcome: await callSandbox(account, (await findDevice()).address) }
}
