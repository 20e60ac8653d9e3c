'use server'

import { formAction } from '@/app/_request/form-action'
import { appointOwner } from '@/lib/applications/team'

export const appointOrganisationOwner = formAction<typeof appointOwner, [id: string]>(appointOwner, {
  messages: 'administration.errors',
  question: { title: 'administration.questions.appointOwner' },
  stays: true,
  to: (_, { bound: [id] }) => `/administration/organisations/${id}?done=appointed`,
})
