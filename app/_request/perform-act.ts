import { redirect } from 'next/navigation'
import type { FormState } from '@/app/_request/action'
import { findAction } from '@/app/_request/acts'
import { perform } from '@/app/_request/confirmed'
import { formError } from '@/app/_request/form-errors'
import { returnPath } from '@/app/_request/return-path'
import { keepAct, takePendingAct } from '@/lib/identity/pending-act'

/**
 * Performs an act that waited for its confirmation, by the very action whose form asked for it: it authorises and
 * validates again. Most redirect.
 * @param next the page that awaits its outcome where no dialog does: it is led to what the act made, and told why it
 *   refused
 */
export async function performAct(
  id: string,
  sessionId: string,
  next: string | undefined,
): Promise<FormState<FormState<unknown>>> {
  const pending = await takePendingAct(sessionId, id)
  if (!pending) return formError('act_over')
  const { act, given, fields, version } = pending
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  const action = await findAction(act)
  const state: FormState<unknown> = await perform(version, () => action(...([...given, {}, form] as never[])))
  if (next === undefined) return { value: state }
  if (state.error || state.errors) return { error: state.error ?? Object.values(state.errors ?? {})[0] }
  await keepAct(sessionId, { act, given, outcome: state })
  redirect(returnPath(next))
}
