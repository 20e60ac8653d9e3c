'use server'

import { formAction } from '@/app/_request/form-action'
import { withQuery } from '@/components/query'
import { approveDeveloper, rejectDeveloper } from '@/lib/developers/approval'
import { lowerRole, unlinkDeveloper } from '@/lib/developers/roles'
import { resetSecondFactor } from '@/lib/identity/factors'
import { eraseDeveloper } from '@/lib/lifecycle/delete-developer'
import { reinstateDeveloper, suspendDeveloper } from '@/lib/lifecycle/suspend-developer'

const list = '/administration/developers'

type Id = [id: string]

export const suspendPerson = formAction<typeof suspendDeveloper, Id>(
  suspendDeveloper,
  onPage('suspend', 'suspended'),
)

export const reinstatePerson = formAction<typeof reinstateDeveloper, Id>(
  reinstateDeveloper,
  onPage('reinstate', 'reinstated'),
)

export const approvePerson = formAction<typeof approveDeveloper, Id>(
  approveDeveloper,
  onPage('approve', 'approved'),
)

export const rejectPerson = formAction<typeof rejectDeveloper, Id>(
  rejectDeveloper,
  onPage('reject', 'rejected'),
)

export const changeRole = formAction<typeof lowerRole, Id>(lowerRole, onPage('lowerRole', 'role'))

export const resetFactor = formAction<typeof resetSecondFactor, Id>(
  resetSecondFactor,
  onPage('resetFactor', 'factor'),
)

export const unlinkPerson = formAction<typeof unlinkDeveloper, Id>(
  unlinkDeveloper,
  onPage('unlink', 'unlinked'),
)

export const erasePerson = formAction<typeof eraseDeveloper, Id>(eraseDeveloper, {
  ...onPage('erase', 'erased'),
  to: `${list}?done=erased`,
})

/** A form of the person's page, with the notice of `page-layout.tsx` that reports what was done. */
function onPage(question: string, done: string) {
  return {
    messages: 'administration.errors',
    question: { title: `administration.developers.questions.${question}` },
    to: (_: unknown, { bound: [id] }: { bound: Id }) => withQuery(`${list}/${id}`, { done }),
    stays: true,
  } as const
}
