'use server'

import { formAction } from '@/app/_request/form-action'
import { saveCaseRequirements } from '@/lib/rehearsals/commands'

export const saveRequiredCases = formAction(saveCaseRequirements, {
  messages: 'rehearsal.errors',
  question: { title: 'rehearsal.questions.saveRequiredCases' },
  to: '/administration/rehearsal?done=changed',
})
