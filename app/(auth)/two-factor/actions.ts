'use server'

import { revalidatePath } from 'next/cache'
import { formAction } from '@/app/_request/form-action'
import { fieldError } from '@/app/_request/form-errors'
import { turnOnSecondFactor } from '@/lib/identity/second-factor'
import { newFactor } from './new-factor'

const page = '/two-factor'

/** Returns the recovery codes, which are shown only this once. */
export const turnOnAuthenticator = formAction<typeof turnOnSecondFactor, [], string[]>(turnOnSecondFactor, {
  ...newFactor(page, 'authenticator'),
  refuse({ reason }) {
    if (reason === 'code_wrong') return fieldError('code', 'code_wrong')
    // The page shows the new key together with the error.
    revalidatePath(page)
    return undefined
  },
})
