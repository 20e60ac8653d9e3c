'use server'

import { formAction } from '@/app/_request/form-action'
import * as commands from '@/lib/rehearsals/commands'

const messages = 'rehearsal.errors'

type Id = [id: string]

export const startRehearsal = formAction<typeof commands.startRehearsal, Id>(commands.startRehearsal, {
  messages,
  to: (_, { bound: [id] }) => `/applications/${id}/rehearsal?done=started`,
})

export const endRehearsal = formAction<typeof commands.endRehearsal, Id>(commands.endRehearsal, {
  messages,
  to: (_, { bound: [id] }) => `/applications/${id}/rehearsal?done=ended`,
})
