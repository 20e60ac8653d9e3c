'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, submit } from '@/app/_request/action'
import { forceNavigation } from '@/app/_request/return-path'
import { requireReviewer } from '@/app/_request/session'
import { withQuery } from '@/components/query'
import { decideLimitRequest } from '@/lib/limits/commands'
import { limitDecisionSchema } from '@/lib/limits/schema'
import { decideNetworkRequest } from '@/lib/networks/commands'

/** Approves or rejects a request for a limit: one form with two buttons. */
export async function decideLimit(id: string, _state: FormState, form: FormData): Promise<FormState> {
  return decide('limits', decideLimitRequest, id, form)
}

/** As {@link decideLimit}, for a list of addresses. */
export async function decideNetworks(id: string, _state: FormState, form: FormData): Promise<FormState> {
  return decide('networks', decideNetworkRequest, id, form)
}

async function decide(
  area: 'limits' | 'networks',
  command: typeof decideLimitRequest | typeof decideNetworkRequest,
  id: string,
  form: FormData,
): Promise<FormState> {
  const { actor } = await requireReviewer()
  return submit(form, limitDecisionSchema, `${area}.errors`, async (decision) => {
    const result = await command(id, decision, actor)
    if (!result.ok && result.reason === 'not_higher')
      return { error: (await getTranslations('limits.errors'))('not_higher') }
    const query = result.ok ? { done: result.value } : { refused: result.reason }
    redirect(forceNavigation(withQuery(`/review/${area}/${id}`, query)))
  })
}
