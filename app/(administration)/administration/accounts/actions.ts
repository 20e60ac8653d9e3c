'use server'

import { type FormState, submitForm } from '@/app/_request/action'
import { requireActor } from '@/app/_request/admin-action'
import { lookUpAccount } from '@/lib/wallet/commands'
import { lookUpSchema } from '@/lib/wallet/schema'
import { describeEntries, type FoundAccount } from './wording'

type State = FormState<FoundAccount[]>

/** Looks a number up by POST, so that it is in no URL, log or history. */
export async function lookUpNumber(_state: State, form: FormData): Promise<State> {
  const { actor } = await requireActor()
  return submitForm(form, lookUpSchema, 'accountFiles.errors', async ({ msisdn }) => {
    return { value: await describeEntries(await lookUpAccount(msisdn, actor)) }
  })
}
