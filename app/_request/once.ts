import { createHash } from 'node:crypto'
import { refresh } from 'next/cache'
import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { followSession } from '@/app/_request/session'
import { formKeyField } from '@/components/ui/confirming-field'
import type { FormState } from '@/components/ui/form-state'
import { isUuid } from '@/lib/ids'
import { findEnd, findFormResult, keepFormResult, type PostedForm, postingForm } from '@/lib/posted-form'
import { currentFormKey } from '@/lib/request'

/** Why a form that a route received did nothing. */
export type RouteRefusal = 'repeated' | 'changed' | 'other_person'

type Run<Value> = () => Promise<FormState<Value> | undefined>

/** The forms that this process works on: a repeat waits for those before it, to know where they lead. */
const running = new Map<string, Promise<unknown>>()

/**
 * Does once what a form does, by its key, whether it was pressed twice, its response was lost, or it is sent from
 * another tab. A repeat leads to where the first one led; else the form says that it was received.
 * @param typed what was entered
 * @param otherwise where a repeat leads that has other content, for a form that cannot say it itself
 */
export async function doOnce<Value>(
  { [formKeyField]: key, ...typed }: Record<string, string>,
  personId: string | undefined,
  run: Run<Value>,
  otherwise?: string,
): Promise<FormState<Value> | undefined> {
  if (!personId || !isUuid(key)) return run()
  const content = createHash('sha256').update(JSON.stringify(typed)).digest('hex')
  const posted = { personId, key, content, claimed: false }
  const place = `${personId} ${key}`
  const work = Promise.resolve(running.get(place)).then(() => doFirst(posted, run, otherwise))
  const over = work.then(
    () => {},
    () => {},
  )
  running.set(place, over)
  return work.finally(() => running.get(place) === over && running.delete(place))
}

async function doFirst<Value>(
  posted: PostedForm,
  run: Run<Value>,
  otherwise?: string,
): Promise<FormState<Value> | undefined> {
  await followSession()
  const repeated = await showResult(posted, otherwise)
  if (repeated) return repeated
  try {
    const state = await postingForm(posted, run)
    if (posted.claimed && state?.value !== undefined) await keepFormResult(posted, '')
    return (!posted.claimed && (await showResult(posted, otherwise))) || state
  } catch (error) {
    const repeated = posted.claimed ? null : await showResult(posted, otherwise)
    if (repeated) return repeated
    const path = leadsTo(error)
    if (posted.claimed && path) await keepFormResult(posted, path)
    throw error
  }
}

/** The page of a redirect, as Next throws it. */
function leadsTo(error: unknown): string | null {
  const [kind, , ...rest] = String((error as { digest?: unknown }).digest).split(';')
  return kind === 'NEXT_REDIRECT' ? rest.slice(0, -2).join(';') : null
}

/** 404, unless the form that is posted has ended what is missing, when it was posted before: then where that led. */
export async function missing(personId: string): Promise<never> {
  const key = currentFormKey()
  const path = key && (await findEnd({ personId, key }))
  return path ? redirect(path) : notFound()
}

/** Where the first form led, or what to say about it, if this is a repeat. */
async function showResult(posted: PostedForm, otherwise?: string): Promise<{ error: string } | null> {
  const result = await findFormResult(posted)
  if (!result) return null
  await followSession()
  const path = result.leadsTo || otherwise
  if (path) redirect(path)
  refresh()
  return { error: (await getTranslations('common.repeated'))(result.leadsTo === '' ? 'shown' : 'done') }
}
