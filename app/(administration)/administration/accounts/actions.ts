'use server'

import { formAction } from '@/app/_request/form-action'
import { lookUpAccount } from '@/lib/wallet/commands'
import { describeEntries, type FoundAccount } from './labels'

/** Looks a number up by POST, so that it is in no URL, log or history. */
export const lookUpNumber = formAction<typeof lookUpAccount, [], FoundAccount[]>(lookUpAccount, {
  messages: 'accountFiles.errors',
  show: async (entries) => ({ value: await describeEntries(entries) }),
})
