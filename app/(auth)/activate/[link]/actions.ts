'use server'

import { type FormState, requireForm } from '@/app/_request/action'
import { formAction } from '@/app/_request/form-action'
import { home } from '@/app/_request/return-path'
import { enter, refuseActivation } from '@/app/(auth)/enter'
import { emailForm } from '@/app/(auth)/send-email'
import { activateDeveloper, renewActivation, requestActivation } from '@/lib/identity/activation'
import { activationHours } from '@/lib/identity/schema'

export const activateOwnAccount = formAction(activateDeveloper, {
  messages: 'accounts.errors',
  after: (session) => enter(session, session.role === 'developer' ? home : '/two-factor'),
  refuse: refuseActivation,
})

const renew = emailForm(renewActivation, 'activationAgain', activationHours)
const request = emailForm(requestActivation, 'activation', activationHours)

/** Sends another link to the address of an expired one, or, where the link is unknown, to one that has to be typed. */
export async function renewLink(state: FormState<string>, form: FormData) {
  return requireForm(form).get('link') ? renew(state, form) : request(state, form)
}
