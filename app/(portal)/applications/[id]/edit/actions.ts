'use server'

import { formAction } from '@/app/_request/form-action'
import { moving } from '@/app/_request/move-application'
import { changeDetails } from '@/lib/applications/commands'
import { moveIntoOrganisation } from '@/lib/lifecycle/move-into-organisation'

type Id = [id: string]

export const saveDetails = formAction<typeof changeDetails, Id>(changeDetails, {
  messages: 'applications.errors',
  to: (_, { bound: [id] }) => `/applications/${id}/edit?done=saved`,
})

/** Moves a personal application into one of the developer's organisations. */
export const moveToOrganisation = formAction<typeof moveIntoOrganisation, Id>(moveIntoOrganisation, moving)
