'use server'

import { redirect } from 'next/navigation'
import { requireSameOrigin } from '@/app/_request/action'
import { requireDeveloper } from '@/app/_request/session'
import { chooseTrafficHints } from '@/lib/developers/traffic-hints'

/** A box that is not ticked is not sent. */
export async function chooseHints(form: FormData): Promise<void> {
  await requireSameOrigin()
  const developer = await requireDeveloper()
  await chooseTrafficHints(form.has('hints'), developer.actor)
  redirect('/account?done=hints')
}
