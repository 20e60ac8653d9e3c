'use server'

import { formAction } from '@/app/_request/form-action'
import { requireAccountHolder } from '@/app/_request/session'
import { chooseTrafficHints } from '@/lib/developers/profile'
import { accountPages } from '../pages'

/** A box that is not ticked is not sent. */
export const chooseHints = formAction(chooseTrafficHints, {
  messages: 'accounts.errors',
  person: requireAccountHolder,
  fields: ({ form }) => ({ wanted: form.has('hints') }),
  to: `${accountPages.data}?done=hints`,
})
