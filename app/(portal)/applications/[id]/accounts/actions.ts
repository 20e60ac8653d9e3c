'use server'

import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { conclude, type FormState, pressForm, submitForm } from '@/app/_request/action'
import { type Act, confirmed } from '@/app/_request/confirmed'
import { missing } from '@/app/_request/once'
import { withQuery } from '@/components/query'
import type { AccountFault } from '@/lib/sandbox/account-json'
import {
  changeTestAccount,
  createTestAccount,
  deleteTestAccount,
  importTestAccounts,
  resetTestAccounts,
} from '@/lib/sandbox/commands'
import { readFixture } from '@/lib/sandbox/fixture'
import { findTestAccount } from '@/lib/sandbox/queries'
import {
  fixtureBytes,
  testAccountLimit,
  testAccountSchema,
  testAccountValuesSchema,
} from '@/lib/sandbox/schema'
import { requireSandbox } from './page-data'

const messages = 'sandbox.errors'
const resetSchema = z.object({
  msisdn: z
    .string()
    .regex(/^\d{6,15}$/)
    .optional(),
})

export async function createAccount(id: string, _state: FormState, form: FormData) {
  const { developer } = await requireSandbox(id)
  return submitForm(form, testAccountSchema, messages, async (account) => {
    const result = await createTestAccount(id, account, developer.actor)
    if (result.ok) redirect(`/applications/${id}/accounts?done=created`)
    return refusal(result.reason, 'msisdn')
  })
}

export async function changeAccount(id: string, msisdn: string, _state: FormState, form: FormData) {
  const { developer } = await requireSandbox(id)
  return submitForm(form, testAccountValuesSchema, messages, async (values) => {
    const result = await changeTestAccount(id, msisdn, values, developer.actor)
    return conclude(result, refusal, `/applications/${id}/accounts?done=changed`)
  })
}

/** One account if the form names it, otherwise all. */
export async function resetAccounts(id: string, _state: FormState, form: FormData) {
  const { developer } = await requireSandbox(id)
  return submitForm(form, resetSchema, messages, async ({ msisdn = null }) => {
    const result = await resetTestAccounts(id, msisdn, developer.actor)
    if (!result.ok) notFound()
    redirect(withQuery(`/applications/${id}/accounts`, { done: msisdn ? 'reset' : 'resetAll' }))
  })
}

export async function removeAccount(id: string, msisdn: string, _state: FormState, form: FormData) {
  const { developer, application } = await requireSandbox(id)
  if (!(await findTestAccount(application, msisdn))) await missing(developer.id)
  const page = `/applications/${id}/accounts`
  const act: Act = {
    developer,
    act: 'testAccounts.removeAccount',
    about: [{ type: 'application', id }],
    values: { msisdn },
  }
  return pressForm(form, () =>
    confirmed(act, form, async () =>
      conclude(await deleteTestAccount(id, msisdn, developer.actor), refusal, `${page}?done=deleted`),
    ),
  )
}

export async function importFixture(id: string, _state: FormState, form: FormData) {
  const { developer } = await requireSandbox(id)
  return pressForm(form, async () => {
    const file = form.get('fixture')
    if (!(file instanceof File) || file.size === 0 || file.size > fixtureBytes)
      return refusal('file', 'fixture')
    const read = readFixture(await file.text())
    if (!read.ok)
      return typeof read.reason === 'string'
        ? refusal(read.reason, 'fixture')
        : faultIn(read.reason[0] as AccountFault)
    const result = await importTestAccounts(id, read.value, developer.actor)
    if (result.ok) redirect(`/applications/${id}/accounts?done=imported`)
    return refusal(result.reason, 'fixture')
  })
}

type Reason = 'not_found' | 'exists' | 'shared' | 'too_many' | 'not_a_fixture' | 'file'

async function refusal(reason: Reason, field?: string): Promise<FormState> {
  const t = await getTranslations(messages)
  const text = t(reason, { limit: testAccountLimit })
  return field ? { errors: { [field]: text } } : { error: text }
}

/** The first thing that is wrong in a fixture. */
async function faultIn({ path: [index, ...fields], message }: AccountFault): Promise<FormState> {
  const t = await getTranslations(messages)
  const problem = t(message)
  const entry = Number(index) + 1
  const field = fields.join('.')
  return {
    errors: { fixture: field ? t('fault', { entry, field, problem }) : t('faultEntry', { entry, problem }) },
  }
}
