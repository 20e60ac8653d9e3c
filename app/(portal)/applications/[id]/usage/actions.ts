'use server'

import { setTimeout as sleep } from 'node:timers/promises'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, submit } from '@/app/_request/action'
import { requireApplication } from '@/app/_request/application'
import { isErrorCode } from '@/components/error-codes'
import { findCallsOfRequest, findLastCallWithCode } from '@/lib/usage/queries'
import { explainSchema, extractErrorCode, extractRequestId } from './address'

/** Gateways record their calls once a second: after this delay, a call made just now can be found. */
const flushedAfterMs = 1500

/**
 * Opens the pasted call or error. By POST: a pasted response may hold a token, which must not appear in a URL.
 */
export async function explain(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const { application } = await requireApplication(id, 'usage')
  return submit({
    form,
    schema: explainSchema,
    messages: 'usage.explain',
    async run({ request }) {
      const t = await getTranslations('usage.explain')
      const [requestId, code] = [extractRequestId(request), extractErrorCode(request)]
      if (requestId) {
        if (await wasRecorded(application.id, requestId)) redirect(callPath(application.id, requestId))
        if (!code || !isErrorCode(code)) return { errors: { request: t('notFound') } }
        redirect(`/docs/errors/${code}`)
      }
      if (!code || !isErrorCode(code)) return { errors: { request: t('noId') } }
      const call = await findLastCallWithCode(application.id, code)
      redirect(call ? callPath(application.id, call.requestId) : `/docs/errors/${code}`)
    },
  })
}

async function wasRecorded(applicationId: string, requestId: string): Promise<boolean> {
  const find = () => findCallsOfRequest(applicationId, requestId)
  if ((await find()).length > 0) return true
  await sleep(flushedAfterMs)
  return (await find()).length > 0
}

function callPath(applicationId: string, requestId: string): string {
  return `/applications/${applicationId}/usage/${requestId}`
}
