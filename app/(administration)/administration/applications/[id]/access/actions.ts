'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, requireTexts, submitForm } from '@/app/_request/action'
import { refusal, requireActor } from '@/app/_request/admin-action'
import { confirmed } from '@/app/_request/confirmed'
import { done } from '@/lib/result'
import { changeAccess, readMsisdns } from '@/lib/validation/account-access'
import { accessSchema } from '@/lib/validation/schema'

export async function saveAccess(id: string, _state: FormState, form: FormData) {
  requireTexts(id)
  const page = `/administration/applications/${encodeURIComponent(id)}`
  const { administrator: developer, actor } = await requireActor()
  const about = [{ type: 'application', id } as const]
  const act = { developer, act: 'access.saveAccess', about } as const
  return submitForm(form, accessSchema, 'review.errors', async ({ access, msisdns }) => {
    const granted = access === 'listed' ? readMsisdns(msisdns) : done('all' as const)
    if (!granted.ok) return { errors: { msisdns: await describeProblem(granted) } }
    return confirmed(act, form, async () => {
      const result = await changeAccess(id, granted.value, actor)
      return result.ok ? redirect(`${page}?done=access`) : refusal(result.reason)
    })
  })
}

async function describeProblem(problem: Exclude<ReturnType<typeof readMsisdns>, { ok: true }>) {
  const t = await getTranslations('review.errors')
  return t(`msisdns_${problem.reason}`, { entry: 'entry' in problem ? problem.entry : '' })
}
