'use server'

import { revalidatePath } from 'next/cache'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, pressForm, submitForm } from '@/app/_request/action'
import type { ActIn } from '@/app/_request/acts'
import { findDevice } from '@/app/_request/caller'
import { type Act, confirmed } from '@/app/_request/confirmed'
import { fieldError, formError, throttledError, unlessBusy } from '@/app/_request/form-errors'
import { withReturn } from '@/app/_request/return-path'
import { type CurrentDeveloper, requireAccountHolder } from '@/app/_request/session'
import { isSecure, setSessionCookie } from '@/app/_request/session-cookie'
import { changeLanguage } from '@/lib/developers/language'
import { changeProfile } from '@/lib/developers/profile'
import { chooseTrafficHints } from '@/lib/developers/traffic-hints'
import { cancelEmailChange, requestEmailChange } from '@/lib/identity/email-change'
import { removePasskey } from '@/lib/identity/passkey'
import { changePassword } from '@/lib/identity/password-change'
import { findProviderName } from '@/lib/identity/provider-settings'
import {
  changePasswordSchema,
  emailAddressSchema,
  languageSchema,
  profileSchema,
  sessionNameSchema,
} from '@/lib/identity/schema'
import { renewRecoveryCodes, turnOffSecondFactor } from '@/lib/identity/second-factor'
import { nameSession, revokeOtherSessions, revokeSession } from '@/lib/identity/session'
import { unlinkIdentity } from '@/lib/identity/unlink-identity'
import type { RefusalOf } from '@/lib/result'
import { holds } from './holds'
import { accountPages } from './pages'

const { profile, security, data } = accountPages

export async function changeOwnPassword(_state: FormState, form: FormData) {
  const developer = await requireAccountHolder()
  return submitForm(form, changePasswordSchema, 'accounts.errors', (input) =>
    unlessBusy(async () => {
      const session = { id: developer.sessionId, confirmedAt: developer.confirmedAt }
      const result = await changePassword(input, developer.actor, session, await findDevice())
      if (!result.ok) return refusePassword(result)
      await setSessionCookie(result.value)
      redirect(`${security}?done=password`)
    }),
  )
}

async function refusePassword(result: RefusalOf<typeof changePassword>) {
  if (result.reason === 'throttled') return throttledError(result)
  if (result.reason === 'ended') redirect(withReturn('/sign-in', security))
  if (result.reason === 'wrong') return fieldError('currentPassword', 'password_wrong')
  return fieldError('newPassword', result.reason === 'same' ? 'password_same' : result.reason)
}

export async function changeOwnEmail(_state: FormState, form: FormData) {
  const developer = await requireAccountHolder()
  return submitForm(form, emailAddressSchema, 'accounts.errors', ({ email }) =>
    confirmed(own(developer, 'changeOwnEmail', { name: email }), form, async () => {
      const result = await requestEmailChange(email, developer.actor, developer.sessionId)
      if (!result.ok) return refuseEmail(result)
      // The page shows the pending change together with the result, and the field empty again.
      revalidatePath(profile)
      return { done: (await getTranslations('accounts.account'))('emailSent', { email }), values: {} }
    }),
  )
}

async function refuseEmail(result: RefusalOf<typeof requestEmailChange>) {
  if (result.reason === 'throttled') return throttledError(result)
  if (result.reason === 'ended') redirect(withReturn('/sign-in', profile))
  return fieldError('email', result.reason === 'domain' ? 'email_domain' : 'email_same')
}

export async function cancelOwnEmailChange(_state: FormState, form: FormData) {
  const developer = await requireAccountHolder()
  return pressForm(form, async () => {
    const result = await cancelEmailChange(developer.actor)
    redirect(result.ok ? `${profile}?done=emailKept#address` : profile)
  })
}

export async function changeOwnLanguage(_state: FormState, form: FormData) {
  const developer = await requireAccountHolder()
  return submitForm(form, languageSchema, 'accounts.errors', async ({ locale }) => {
    await changeLanguage(locale, developer.actor)
    const year = 365 * 24 * 60 * 60
    const jar = await cookies()
    jar.set('locale', locale, { path: '/', sameSite: 'lax', secure: isSecure(), maxAge: year })
    redirect(`${profile}?done=language`)
  })
}

export async function changeOwnProfile(_state: FormState, form: FormData) {
  const developer = await requireAccountHolder()
  return submitForm(form, profileSchema, 'accounts.errors', async (input) => {
    await changeProfile(input, developer.actor)
    redirect(`${profile}?done=profile`)
  })
}

export async function nameOwnSession(_state: FormState, form: FormData) {
  const developer = await requireAccountHolder()
  return submitForm(form, sessionNameSchema, 'accounts.errors', async (input) => {
    const result = await nameSession(input, developer.actor)
    redirect(result.ok ? `${security}?done=named#sessions` : security)
  })
}

export async function revokeOwnSession(_state: FormState, form: FormData) {
  const developer = await requireAccountHolder()
  return pressForm(form, async () => {
    const result = await revokeSession(String(form.get('session')), developer.actor, developer.sessionId)
    redirect(result.ok ? `${security}?done=revoked` : `${security}#sessions`)
  })
}

/** A box that is not ticked is not sent. */
export async function revokeOwnOtherSessions(_state: FormState, form: FormData) {
  const developer = await requireAccountHolder()
  return pressForm(form, async () => {
    const keepAccessKeys = form.has('keepAccessKeys')
    await revokeOtherSessions(developer.sessionId, developer.actor, { keepAccessKeys })
    redirect(`${security}?done=others`)
  })
}

export async function turnOffAuthenticator(_state: FormState, form: FormData) {
  const developer = await requireAccountHolder()
  return pressForm(form, () =>
    confirmed(own(developer, 'turnOffAuthenticator'), form, async () => {
      const result = await turnOffSecondFactor(developer.actor)
      redirect(result.ok ? `${security}?done=factor` : security)
    }),
  )
}

export async function removeOwnPasskey(_state: FormState, form: FormData) {
  const developer = await requireAccountHolder()
  return pressForm(form, () =>
    confirmed(own(developer, 'removeOwnPasskey'), form, async () => {
      const result = await removePasskey(String(form.get('id')), developer.actor)
      if (!result.ok && result.reason === 'only_way') redirect(`${security}?refused=onlyPasskey`)
      redirect(result.ok ? `${security}?done=passkeyRemoved` : security)
    }),
  )
}

/** Someone whom the provider signed in is signed out by it, and signs in in another way to see the result. */
export async function unlinkOwnIdentity(_state: FormState, form: FormData) {
  const developer = await requireAccountHolder()
  const provider = findProviderName() ?? ''
  return pressForm(form, () =>
    confirmed(own(developer, 'unlinkOwnIdentity', { name: provider }), form, async () => {
      const result = await unlinkIdentity(developer.actor, developer.sessionId)
      if (result.ok) redirect(`${security}?done=unlinked#identity`)
      if (result.reason === 'ended') redirect(withReturn('/sign-in', security))
      const t = await getTranslations('provider.identity')
      return { error: t(result.reason === 'not_linked' ? 'notLinked' : holds[result.reason], { provider }) }
    }),
  )
}

/** Answers with the codes, which are shown this once. */
export async function renewCodes(_state: FormState<string[]>, form: FormData) {
  const developer = await requireAccountHolder()
  return pressForm<string[]>(form, () =>
    confirmed<string[]>(own(developer, 'renewCodes'), form, async () => {
      const result = await renewRecoveryCodes(developer.actor)
      return result.ok ? { value: result.value } : formError('proof_required')
    }),
  )
}

/** A box that is not ticked is not sent. */
export async function chooseHints(_state: FormState, form: FormData) {
  const developer = await requireAccountHolder()
  return pressForm(form, async () => {
    await chooseTrafficHints(form.has('hints'), developer.actor)
    redirect(`${data}?done=hints`)
  })
}

function own(developer: CurrentDeveloper, name: ActIn<'account'>, values?: Act['values']): Act {
  const about = [{ type: 'developer', id: developer.id } as const]
  return { developer, act: `account.${name}`, about, values }
}
