import { AsyncLocalStorage } from 'node:async_hooks'
import { secondsFromNow } from './clock'
import type { Transaction } from './database'
import { remember } from './remember'
import { findTaken, takeOnce } from './single-use'

/**
 * A form that a person posts: the key that it was rendered with, what was entered, and whether this post used the key
 * up.
 */
export type PostedForm = { personId: string; key: string; content: string; claimed: boolean }

const storage = remember('guichetForm', () => new AsyncLocalStorage<PostedForm>())
/** Seconds. A page may stay open for as long as a working day. */
const life = 24 * 3600

/** Its key was used: the form was received before, and did what it does. The transaction rolls back. */
class RepeatedForm extends Error {
  override name = 'RepeatedForm'
}

/** Runs `work`, of which only what the first of all posts of this form does is kept. */
export function postingForm<T>(form: PostedForm, work: () => T): T {
  return storage.run(form, work)
}

/**
 * Uses up the key of the form that is being posted, inside the transaction of what the form does: a refusal, which
 * rolls it back, releases the key. `recordAudit` does so; what is not audited does it by itself.
 * @throws RepeatedForm
 */
export async function claimForm(transaction: Transaction, personId: string | null): Promise<void> {
  const form = storage.getStore()
  if (!form || form.personId !== personId) return
  if (await takeOnce('form', keyOf(form), secondsFromNow(life), transaction)) form.claimed = true
  else if (!form.claimed) throw new RepeatedForm()
}

/** Keeps where a form led to; empty if it led nowhere, but showed what it made. */
export async function keepFormResult(form: PostedForm, leadsTo: string): Promise<void> {
  for (const value of [contentOf(form), keyOf(form)])
    await takeOnce('form_result', value, secondsFromNow(life), undefined, leadsTo)
}

/** Where a form led to that ended what it was about, so that its content can no longer be read; null if it did not. */
export async function findEnd(form: Pick<PostedForm, 'personId' | 'key'>): Promise<string | null> {
  return (await findTaken('form_result', keyOf(form)))?.leadsTo || null
}

/**
 * Whether a form did before what it does, and where the same content led to, if that is known.
 * @returns null if it did not
 */
export async function findFormResult(form: PostedForm): Promise<{ leadsTo: string | null } | null> {
  const taken = await findTaken('form', keyOf(form))
  return taken && ((await findTaken('form_result', contentOf(form))) ?? taken)
}

function keyOf({ personId, key }: Pick<PostedForm, 'personId' | 'key'>): string {
  return `${personId}\0${key}`
}

function contentOf(form: PostedForm): string {
  return `${keyOf(form)}\0${form.content}`
}
