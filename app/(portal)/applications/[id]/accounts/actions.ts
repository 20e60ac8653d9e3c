'use server'

import { getTranslations } from 'next-intl/server'
import type { FormState } from '@/app/_request/action'
import { formAction } from '@/app/_request/form-action'
import { withQuery } from '@/components/query'
import type { AccountFault } from '@/lib/sandbox/account-json'
import * as accounts from '@/lib/sandbox/commands'
import { fixtureBytes, testAccountLimit } from '@/lib/sandbox/schema'

const messages = 'sandbox.errors'

type Id = [id: string]
type Account = [id: string, msisdn: string]

export const createAccount = formAction<typeof accounts.createTestAccount, Id>(accounts.createTestAccount, {
  messages,
  to: (_, { bound: [id] }) => pageOf(id, 'created'),
  refuse: refuseAs('msisdn'),
})

export const changeAccount = formAction<typeof accounts.changeTestAccount, Account>(
  accounts.changeTestAccount,
  {
    messages,
    fields: ({ form, bound: [, msisdn] }) => ({ ...Object.fromEntries(form), msisdn }),
    to: (_, { bound: [id] }) => pageOf(id, 'changed'),
  },
)

/** One account if the form names it, otherwise all. */
export const resetAccounts = formAction<typeof accounts.resetTestAccounts, Id>(accounts.resetTestAccounts, {
  messages,
  to: (_, { bound: [id], form }) => pageOf(id, form.get('msisdn') ? 'reset' : 'resetAll'),
})

export const removeAccount = formAction<typeof accounts.deleteTestAccount, Account>(
  accounts.deleteTestAccount,
  {
    messages,
    fields: ({ bound: [, msisdn] }) => ({ msisdn }),
    question: {
      title: 'sandbox.questions.remove',
      warning: 'sandbox.questions.removeWarning',
      values: ({ input }) => input,
    },
    to: (_, { bound: [id] }) => pageOf(id, 'deleted'),
  },
)

export const importFixture = formAction<typeof accounts.importTestAccounts, Id>(accounts.importTestAccounts, {
  messages,
  async fields({ form }) {
    const file = form.get('fixture')
    const fits = file instanceof File && file.size > 0 && file.size <= fixtureBytes
    return { fixture: fits ? await file.text() : undefined }
  },
  to: (_, { bound: [id] }) => pageOf(id, 'imported'),
  refuse: refuseAs('fixture'),
})

function pageOf(id: string, done: string): string {
  return withQuery(`/applications/${id}/accounts`, { done })
}

type Reason = 'not_found' | 'exists' | 'shared' | 'too_many' | 'not_a_fixture' | 'fault'

/** Next to the field; nothing for an application that is not found. */
function refuseAs(name: string) {
  return async (refusal: { reason: string }): Promise<FormState<undefined> | undefined> => {
    const { reason, fault } = refusal as { reason: Reason; fault?: AccountFault }
    if (reason === 'not_found') return undefined
    const t = await getTranslations(messages)
    const text = fault ? describeFault(t, fault) : t(reason, { limit: testAccountLimit })
    return { errors: { [name]: text } }
  }
}

/** The first thing that is wrong in a fixture. */
function describeFault(
  t: Awaited<ReturnType<typeof getTranslations<typeof messages>>>,
  { path: [index, ...fields], message }: AccountFault,
): string {
  const given = { entry: Number(index) + 1, problem: t(message) }
  const field = fields.join('.')
  return field ? t('fault', { ...given, field }) : t('faultEntry', given)
}
