'use server'

import { formAction } from '@/app/_request/form-action'
import { changeOrganisation } from '@/lib/organisations/commands'

export const saveOrganisation = formAction<typeof changeOrganisation, [id: string]>(changeOrganisation, {
  messages: 'organisations.errors',
  to: ({ proposed }, { bound: [id] }) => `/organisations/${id}?done=${proposed ? 'proposed' : 'changed'}`,
})
