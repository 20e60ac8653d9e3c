'use server'

import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import { z } from 'zod'
import { type FormState, requireForm, submitForm } from '@/app/_request/action'
import { findDevice } from '@/app/_request/caller'
import { fieldError, passwordError, unlessBusy } from '@/app/_request/form-errors'
import { afterSignIn, home } from '@/app/_request/return-path'
import { endBrowserSession } from '@/app/_request/session'
import { setSessionCookie } from '@/app/_request/session-cookie'
import { renewEmail, sendActivation } from '@/app/(auth)/send-email'
import { acceptTeamInvitation, findTeamInvitation } from '@/lib/applications/join'
import { subjectPath } from '@/lib/applications/subject'
import { activateDeveloper, renewActivation } from '@/lib/identity/activation'
import { activationHours, activationSchema } from '@/lib/identity/schema'
import type { StartedSession } from '@/lib/identity/session'
import type { RefusalOf } from '@/lib/result'

/** With the invitation that they came through, and whether they left its box ticked. */
const schema = activationSchema.extend({
  invitation: z.string().default(''),
  join: z.literal('on').optional(),
})

export async function activateOwnAccount(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(form, schema, 'accounts.errors', (input) =>
    unlessBusy(async () => {
      const result = await activateDeveloper(input, await findDevice())
      if (!result.ok) return refuse(result)
      await endBrowserSession()
      await setSessionCookie(result.value)
      const team = input.join && (await join(input.invitation, result.value))
      redirect(await afterSignIn(team || (result.value.role === 'developer' ? home : '/two-factor')))
    }),
  )
}

/** Joins the team of an invitation to their address. @returns its page; null if that is no longer possible */
async function join(link: string, { developerId, role }: StartedSession): Promise<string | null> {
  const { row } = await findTeamInvitation(link)
  const joined = row && (await acceptTeamInvitation(row.id, { id: developerId, role }))
  return joined?.ok ? `${subjectPath(joined.value)}/team?done=joined` : null
}

/** A version that has just come into force is shown, and has to be accepted itself. */
async function refuse(refusal: RefusalOf<typeof activateDeveloper>): Promise<FormState> {
  if (!('weakness' in refusal)) return passwordError(refusal.reason)
  const { reason, weakness } = refusal
  const [terms, password] = await Promise.all([
    fieldError('terms', reason),
    weakness ? fieldError('password', weakness) : undefined,
  ])
  const errors = { ...password?.errors, ...terms.errors }
  if (reason !== 'terms_newer') return { errors }
  refresh()
  return { errors, values: {} }
}

/** Sends another link to the address of an expired one, or, where the link is unknown, to one that has to be typed. */
export async function renewLink(_state: FormState<string>, form: FormData): Promise<FormState<string>> {
  if (!requireForm(form).get('link')) return sendActivation(form)
  return renewEmail(form, { message: 'activationAgain', hours: activationHours, request: renewActivation })
}
