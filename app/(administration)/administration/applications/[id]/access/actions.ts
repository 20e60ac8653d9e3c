'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, submit } from '@/app/_request/action'
import { requireConfirmedActor } from '@/app/_request/admin-action'
import { changeAccess, readMsisdns } from '@/lib/validation/account-access'
import { accessSchema } from '@/lib/validation/schema'

/** The page asks for a confirmation before it shows the form, as a list can be too long to be kept during one. */
export async function saveAccess(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const page = `/administration/applications/${encodeURIComponent(id)}`
  const actor = await requireConfirmedActor(`${page}/access`, form)
  return submit({
    form,
    schema: accessSchema,
    messages: 'review.errors',
    async run({ access, msisdns, version }) {
      const t = await getTranslations('review.errors')
      const listed = readMsisdns(msisdns)
      if (access === 'listed' && !listed.ok) {
        const entry = 'entry' in listed ? listed.entry : ''
        return { errors: { msisdns: t(`msisdns_${listed.reason}`, { entry }) } }
      }
      const granted = access === 'listed' && listed.ok ? listed.value : 'all'
      const result = await changeAccess(id, { access: granted, version }, actor)
      if (!result.ok) return { error: (await getTranslations('administration.errors'))(result.reason) }
      redirect(`${page}?done=access`)
    },
  })
}
