'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, submit } from '@/app/_request/action'
import { refusal, requireConfirmedActor } from '@/app/_request/admin-action'
import { done } from '@/lib/result'
import { changeAccess, readMsisdns } from '@/lib/validation/account-access'
import { accessSchema } from '@/lib/validation/schema'

/** The page asks for a confirmation before it shows the form, as a list can be too long to be kept during one. */
export async function saveAccess(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const page = `/administration/applications/${encodeURIComponent(id)}`
  const actor = await requireConfirmedActor(`${page}/access`, form)
  return submit(form, accessSchema, 'review.errors', async ({ access, msisdns, version }) => {
    const granted = access === 'listed' ? readMsisdns(msisdns) : done('all' as const)
    if (!granted.ok) return { errors: { msisdns: await describeProblem(granted) } }
    const result = await changeAccess(id, { access: granted.value, version }, actor)
    return result.ok ? redirect(`${page}?done=access`) : refusal(result.reason)
  })
}

async function describeProblem(problem: Exclude<ReturnType<typeof readMsisdns>, { ok: true }>) {
  const t = await getTranslations('review.errors')
  return t(`msisdns_${problem.reason}`, { entry: 'entry' in problem ? problem.entry : '' })
}
