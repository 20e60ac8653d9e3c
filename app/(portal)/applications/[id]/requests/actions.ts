'use server'

import { setTimeout as sleep } from 'node:timers/promises'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { type FormState, submit } from '@/app/_request/action'
import { requireApplication } from '@/app/_request/application'
import { applicationPath } from '@/components/application-nav'
import { isErrorCode } from '@/components/error-codes'
import { extractErrorCode, extractRequestId } from '@/lib/usage/pasted'
import { findCallsOfRequest, findLastCallWithCode } from '@/lib/usage/queries'

/** Gateways record their calls once a second: after this delay, a call made just now can be found. */
const flushedAfterMs = 1500
const explainSchema = z.object({ request: z.string().trim().min(1, 'noId').max(2000, 'noId') })

/**
 * Opens the pasted call or error. By POST: a pasted response may hold a token, which must not appear in a URL.
 */
export async function explain(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const { application } = await requireApplication(id, 'usage')
  return submit(form, explainSchema, 'usage.explain', async ({ request }) => {
    const requestId = extractRequestId(request)
    const path = await findPage(application.id, requestId, extractErrorCode(request))
    if (path) redirect(path)
    return {
      errors: { request: (await getTranslations('usage.explain'))(requestId ? 'notFound' : 'noId') },
    }
  })
}

/**
 * The page of the call with this id, else of the last with this error; else that of the error, if there is
 * such a one.
 */
async function findPage(applicationId: string, requestId: string | null, code: string | null) {
  if (requestId && (await wasRecorded(applicationId, requestId))) return callPath(applicationId, requestId)
  if (!code || !isErrorCode(code)) return null
  const call = requestId ? null : await findLastCallWithCode(applicationId, code)
  return call ? callPath(applicationId, call.requestId) : `/docs/errors/${code}`
}

async function wasRecorded(applicationId: string, requestId: string): Promise<boolean> {
  const find = () => findCallsOfRequest(applicationId, requestId)
  if ((await find()).length > 0) return true
  await sleep(flushedAfterMs)
  return (await find()).length > 0
}

function callPath(applicationId: string, requestId: string): string {
  return `${applicationPath(applicationId, 'requests')}/${requestId}`
}
