import { AsyncLocalStorage } from 'node:async_hooks'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import type { FormState } from '@/app/_request/action'
import { type CurrentDeveloper, isConfirmed } from '@/app/_request/session'
import { withQuery } from '@/components/query'
import type { Confirmation } from '@/components/ui/form-state'
import type { AuditRow } from '@/lib/audit/queries'
import type { Subject } from '@/lib/audit/schema'
import { keepAct, type PendingAct, takeOutcomes, versionOf } from '@/lib/identity/pending-act'
import { findProviderName } from '@/lib/identity/provider-settings'
import { nameAuditRows } from '@/lib/lifecycle/audit-names'
import type { Messages } from '@/messages'

/** A module of `acts.ts` and its function, as a key of the message that names the act. */
type ActName = `${keyof Messages['acts']}.${string}`

export type Act = {
  developer: CurrentDeveloper
  act: ActName
  /** The ids that the action is bound to. */
  given?: readonly string[]
  /** The page of the form. */
  page: string
  /** What the act is about, the first of which names it. */
  about: readonly Subject[]
  /** What its name says beyond that. */
  values?: Record<string, string>
  /** It cannot be undone: asks each time whether to go on. */
  final?: boolean
  /** Whether it asks who it is, unless that was confirmed recently; by default, unless it is final. */
  identified?: boolean
}

/** The version of what the act that is being performed was about when it was asked for. */
const performing = new AsyncLocalStorage<string>()

/**
 * Runs `run` within 15 minutes of a confirmation. Otherwise, or if it is final, keeps the form, and asks: in a dialog
 * where a script waits for the action, else on `/confirm`. Both then perform the act, which comes here again, and
 * is refused if what it is about has changed meanwhile. Call it last, with input that is valid.
 * @param act null where nothing is asked
 */
export async function confirmed<Value = undefined>(
  act: Act | null,
  form: FormData,
  run: () => Promise<FormState<Value> | undefined>,
): Promise<FormState<Value> | undefined> {
  if (!act) return run()
  const { developer, act: name, given = [], page, about, values: more, final = false } = act
  const version = performing.getStore()
  if (version && version !== (await versionOf(about)))
    return { error: (await getTranslations('acts'))('changed') }
  const asksWho = (act.identified ?? !final) && !isConfirmed(developer)
  if (!asksWho && (!final || version)) return run()
  const values = { name: await nameOf(about[0]), ...more }
  const fields = [...form].filter((field): field is [string, string] => isTyped(field))
  const kept = {
    act: name,
    given,
    fields,
    page,
    values,
    version: version ?? (await versionOf(about)),
    final: final && !asksWho,
  }
  const id = await keepAct(developer.sessionId, kept)
  if (!(await headers()).has('next-action')) redirect(withQuery('/confirm', { next: page }))
  return { confirmation: await phrase(developer, { ...kept, id }) }
}

/** Runs an act that was kept, now that it is confirmed. */
export function perform<T>(version: string, run: () => Promise<T>): Promise<T> {
  return performing.run(version, run)
}

const takeOnce = cache(takeOutcomes)

/** Finds what came of an act that was confirmed on `/confirm`: the first state of its form, shown once. */
export async function outcomesOf({ sessionId }: CurrentDeveloper) {
  const outcomes = await takeOnce(sessionId)
  return (act: ActName, ...given: string[]) =>
    outcomes.find((each) => each.act === act && each.given.join() === given.join())?.outcome as
      | FormState<never>
      | undefined
}

function isTyped([name, value]: [string, FormDataEntryValue]): boolean {
  return typeof value === 'string' && !name.startsWith('$')
}

/** What a kept act is called in the reader's language. */
export async function titleOf({ act, values }: { act: string; values: Record<string, string> }) {
  return (await getTranslations('acts'))(act as 'application.revealOwnSecret', values as { name: string })
}

/** What a kept act that is final does for good; null for another. */
export async function warningOf({ act, values, final }: Pick<PendingAct, 'act' | 'values' | 'final'>) {
  return final
    ? (await getTranslations('acts'))(`final.${act}` as 'final.webhooks.removeOwnEndpoint', values)
    : null
}

async function nameOf(subject: Subject | undefined): Promise<string> {
  if (!subject) return ''
  const entry = {
    sequence: '',
    subjectType: subject.type,
    subjectId: subject.id,
    actorId: null,
    detail: '{}',
  }
  const names = (await nameAuditRows([entry as AuditRow])).get('')
  return names?.application?.name ?? names?.organisation?.name ?? names?.person?.email ?? ''
}

/** The texts of the dialog, whose half in the browser has none. */
async function phrase(
  { email, hasSecondFactor, hasAuthenticator, hasPasskey, byProvider }: CurrentDeveloper,
  pending: PendingAct & { id: string },
): Promise<Confirmation> {
  const t = await getTranslations('accounts')
  const field = await getTranslations('common.field')
  const { id, page, final } = pending
  const provider = !final && byProvider && findProviderName()
  return {
    id,
    title: await titleOf(pending),
    warning: await warningOf(pending),
    username: email,
    labels: {
      problem: field('errorSummary'),
      show: field('showPassword'),
      hide: field('hidePassword'),
      password: final || byProvider ? null : t('fields.password'),
      either: t('confirm.either'),
      code: final || byProvider || !hasSecondFactor ? null : t('fields.code'),
      codeHint: t(hasAuthenticator ? 'fields.codeHint' : 'fields.recoveryCodeHint'),
      passkey: !final && hasPasskey ? t('passkey.use') : null,
      cancelled: t('passkey.cancelled'),
      known: t('passkey.known'),
      or: t('passkey.or'),
      provider: provider ? (await getTranslations('provider'))('confirm', { provider }) : null,
      button: t('confirm.button'),
      cancel: t('confirm.cancel'),
    },
    providerLink: withQuery('/oidc/confirm', { next: page, act: id }),
  }
}
