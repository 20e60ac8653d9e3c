'use server'

import { refusal } from '@/app/_request/admin-action'
import { formAction } from '@/app/_request/form-action'
import { appointOwner } from '@/lib/applications/appoint-owner'

export const appointOrganisationOwner = formAction<typeof appointOwner, [id: string]>(appointOwner, {
  messages: 'administration.errors',
  question: { title: 'administration.questions.appointOwner' },
  refuse: async ({ reason }) => (reason === 'not_found' ? refusal(reason) : undefined),
  to: (_, { bound: [id] }) => `/administration/organisations/${id}?done=appointed`,
})
