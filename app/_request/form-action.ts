import { refresh } from 'next/cache'
import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import {
  type FormState,
  parseFields,
  refuseMalformed,
  requireForm,
  submittedValues,
} from '@/app/_request/action'
import { findDevice } from '@/app/_request/caller'
import { unlessBusy } from '@/app/_request/form-errors'
import { reauthenticateFromForm } from '@/app/_request/reauthenticate'
import { withReturn } from '@/app/_request/return-path'
import {
  type CurrentDeveloper,
  currentPath,
  findCurrentDeveloper,
  followSession,
  requireAdministrator,
  requireDeveloper,
  requireReviewer,
} from '@/app/_request/session'
import { withQuery } from '@/components/query'
import type { Confirmation } from '@/components/ui/form-state'
import { confirmingField, idempotencyKeyField } from '@/components/ui/hidden-field-names'
import type { AuditRow } from '@/lib/audit/queries'
import { type AuditSubject, visitor } from '@/lib/audit/schema'
import type {
  AnyCommand,
  GeneralRefusal,
  InputOf,
  OutcomeOf,
  RunOutcomeOf,
  ValueOf,
} from '@/lib/commands/command'
import { execute } from '@/lib/commands/execute'
import { findProviderName } from '@/lib/identity/provider-settings'
import type { Throttled } from '@/lib/identity/throttle'
import { nameAuditRows } from '@/lib/lifecycle/audit-names'
import { traced } from '@/lib/tracing'

/** What a form was posted with. `bound` are the texts that its page bound to the action. */
export type Posted<Bound extends readonly string[] = string[]> = {
  developer: CurrentDeveloper
  form: FormData
  bound: Bound
  /** What its page showed before. */
  state: FormState<unknown>
}

type NotFound = { ok: false; reason: 'not_found' }

/** What the adapter leaves to the form; without a target, it is not found only where the command says so itself. */
type Refused<Executed extends AnyCommand> =
  | Exclude<Extract<OutcomeOf<Executed>, { ok: false }>, GeneralRefusal | Limited>
  | Extract<RunOutcomeOf<Executed>, NotFound>
  | ([NonNullable<Executed['on']>['name']] extends [never] ? never : NotFound)

/** With what the command's schema read. */
type Read<Executed extends AnyCommand, Bound extends string[]> = Posted<Bound> & { input: InputOf<Executed> }

type Options<Executed extends AnyCommand, Bound extends string[], Shown> = {
  /** Prefix of the messages of invalid fields and of refusals. */
  messages: string
  /** Who may post it; by default as the command's right says. */
  person?: () => Promise<CurrentDeveloper>
  /** The id of what the command acts on; by default the first bound text. */
  target?: (posted: Posted<Bound>) => string
  /** What the command's schema reads; by default the fields of the form. It may fill in the form, which is put back. */
  fields?: (posted: Posted<Bound>) => Record<string, unknown> | Promise<Record<string, unknown>>
  /** What is wrong with fields that the schema does not read, shown with what it finds. */
  also?: (posted: Posted<Bound>) => Promise<Record<string, string>>
  /** What is asked before it is done, where the command asks. */
  question?: Question<Read<Executed, Bound>>
  /** The page that it leads to. */
  to?: string | ((value: ValueOf<Executed>, posted: Posted<Bound>) => string | undefined)
  /** What the form says instead, empty again. */
  say?: (value: ValueOf<Executed>, posted: Posted<Bound>) => Promise<string>
  /** What the form shows instead; it is shown once. */
  show?: (
    value: ValueOf<Executed>,
    posted: Read<Executed, Bound>,
  ) => FormState<Shown> | Promise<FormState<Shown>>
  /** What the form shows without its command, such as a preview, by the button that was pressed. */
  instead?: (
    posted: Read<Executed, Bound>,
  ) => FormState<Shown> | undefined | Promise<FormState<Shown> | undefined>
  /** What its page showed before stays next to a question or a refusal, such as a preview. */
  keeps?: true
  /** Whether what was entered must not be shown again. */
  secret?: (posted: Posted<Bound>) => boolean
  /** Pressing it again does it again, as nothing but the audit log changes. */
  repeatable?: true
  /** What no longer exists is said on the form’s page, which stays; by default it is a 404. */
  stays?: true
  /** What is left to do once it is done, such as setting a cookie. */
  after?: (value: ValueOf<Executed>, posted: Posted<Bound>) => Promise<void> | void
  /** What the form shows next to how long to wait, of an attempt too many. */
  wait?: (posted: Read<Executed, Bound>) => FormState<Shown> | Promise<FormState<Shown>>
  /** What the form shows of a refusal; by default its reason as a message, and 404 for `not_found`. */
  refuse?: (
    refusal: Refused<Executed>,
    posted: Read<Executed, Bound>,
  ) => FormState<Shown> | undefined | Promise<FormState<Shown> | undefined>
  /** Where a repeat with other content leads, for a form that cannot say so itself. */
  otherwise?: string
}

/**
 * A server action that executes a command by a form: it finds who is asking, reads the fields, executes, asks for a
 * confirmation where the command does, and shows what became of it. What was typed is put back in all cases.
 */
export function formAction<Executed extends AnyCommand, Bound extends string[] = [], Shown = undefined>(
  command: Executed,
  options: Options<Executed, Bound, Shown>,
) {
  return async (
    ...given: [...bound: Bound, state: FormState<Shown>, form: FormData]
  ): Promise<FormState<Shown>> => {
    const form = requireForm(given.at(-1))
    const bound = given.slice(0, -2) as Bound
    if (bound.some((each) => typeof each !== 'string' || /\0|\p{Surrogate}/u.test(each))) refuseMalformed()
    const developer = await findPerson(command, options.person)
    const posted = { developer, form, bound, state: given.at(-2) ?? {} } as Posted<Bound>
    const fields = Object.entries((await options.fields?.(posted)) ?? Object.fromEntries(form))
    const values = options.secret?.(posted) ? {} : submittedValues(form)
    const also = async () => options.also?.(posted)
    const parsed = command.input
      ? await parseFields(fields, command.input, options.messages, also)
      : { data: undefined }
    if ('wrong' in parsed) return { ...parsed.wrong, values }
    const state = await traced(`form ${options.messages}`, () =>
      unlessBusy(() => submit(command, options, { ...posted, input: parsed.data as InputOf<Executed> })),
    )
    return { values, ...(options.keeps && { value: posted.state.value as Shown }), ...state }
  }
}

/** It was done too often; not every limit says for how long. */
type Limited = Omit<Throttled, 'waitSeconds'> & Partial<Throttled>

type Asked = Extract<GeneralRefusal, { reason: 'confirmation_required' }>

/** What the adapter itself tells apart; the rest is the command's own. */
type Settled<Value> = { ok: true; value: Value } | GeneralRefusal | Limited

async function submit<Executed extends AnyCommand, Bound extends string[], Shown>(
  command: Executed,
  options: Options<Executed, Bound, Shown>,
  posted: Read<Executed, Bound>,
): Promise<FormState<Shown> | undefined> {
  const { developer, form, bound, input } = posted
  const { to, show } = options
  if (developer) await followSession()
  const other = await options.instead?.(posted)
  if (other) return other
  const answered = form.get(confirmingField) === 'yes'
  const redirectPath = (value: ValueOf<Executed>) => (typeof to === 'function' ? to(value, posted) : to)
  // A repeat leads to the very same address, also one that says when it was made.
  let path: string | undefined
  const device = await findDevice()
  const attempt = async () =>
    (await execute(command, {
      actor: command.right === 'anyone' ? { ...visitor, device } : developer.actor,
      target: options.target ? options.target(posted) : bound[0],
      input,
      idempotencyKey: options.repeatable ? null : textOf(form, idempotencyKeyField),
      expectedVersion: textOf(form, 'shown'),
      acknowledged: answered,
      location: (value) => {
        path = redirectPath(value)
        return path ?? (show ? '' : null)
      },
    })) as Settled<ValueOf<Executed>>
  let outcome = await attempt()
  if (!outcome.ok && outcome.reason === 'confirmation_required') {
    const refused = outcome.who && answered ? await reauthenticateFromForm(developer, form) : {}
    const ask = (question: Asked) => askConfirmation(question, options.question, posted, developer)
    if (refused || !outcome.who) return { ...refused, confirmation: await ask(outcome) }
    outcome = await attempt()
    if (!outcome.ok && outcome.reason === 'confirmation_required') return { confirmation: await ask(outcome) }
  }
  if (outcome.ok) {
    await options.after?.(outcome.value, posted)
    path ??= redirectPath(outcome.value)
    if (path !== undefined) redirect(path)
    return options.say
      ? { done: await options.say(outcome.value, posted), values: {} }
      : show?.(outcome.value, posted)
  }
  if (outcome.reason === 'repeated')
    return describeRepeat(outcome.location || options.otherwise, outcome.location)
  if (outcome.reason === 'version_conflict') {
    // With what it shows now, and with what was typed.
    refresh()
    return { error: (await getTranslations('common'))('changed') }
  }
  if (outcome.reason === 'throttled')
    return { ...(await options.wait?.(posted)), ...(await describeWait(options.messages, outcome)) }
  if (outcome.reason === 'forbidden') notFound()
  const ended = outcome.reason === 'not_found' && command.right === 'self' && !options.target
  const shown = await options.refuse?.(outcome as unknown as Refused<Executed>, posted)
  if (shown) return shown
  // The account has ended.
  if (ended) redirect(withReturn('/sign-in', await currentPath()))
  if (outcome.reason === 'not_found' && !options.stays) notFound()
  const translate = await getTranslations()
  return { error: translate(`${options.messages}.${outcome.reason}` as 'common.wrongField') }
}

async function describeWait(messages: string, { waitSeconds: wait }: Limited) {
  const translate = await getTranslations()
  const error = translate(`${messages}.throttled` as 'accounts.errors.throttled', { seconds: wait ?? 0 })
  return { error, wait }
}

async function describeRepeat<Shown>(
  path: string | undefined,
  location: string | null,
): Promise<FormState<Shown>> {
  await followSession()
  if (path) redirect(path)
  refresh()
  return { error: (await getTranslations('common.repeated'))(location === '' ? 'shown' : 'done') }
}

function findPerson(
  { right }: AnyCommand,
  person?: () => Promise<CurrentDeveloper>,
): Promise<CurrentDeveloper | null> {
  if (person) return person()
  if (right === 'administrator') return requireAdministrator()
  if (right === 'reviewer') return requireReviewer()
  // Also of a stranger's form: it may have been rendered for someone who is signed in.
  return right === 'anyone' ? findCurrentDeveloper() : requireDeveloper()
}

function textOf(form: FormData, name: string): string | null {
  const value = form.get(name)
  return typeof value === 'string' ? value : null
}

/**
 * What a form asks before its command is executed, as keys of messages, and what these say beyond the target's name.
 */
type Question<Posted> = {
  title: string
  /** Of what cannot be undone: what it does for good. */
  warning?: string
  /** What follows from it, where it can be undone. */
  note?: string
  values?: (posted: Posted) => Record<string, string> | Promise<Record<string, string>>
}

/** The texts of what a command asks, whose half in the browser has none. `name` is that of its target. */
async function askConfirmation<Posted>(
  { who, irreversible, subject }: { who: boolean; irreversible: boolean; subject: AuditSubject | null },
  question: Question<Posted> | undefined,
  posted: Posted,
  developer: CurrentDeveloper,
): Promise<Confirmation> {
  if (!question) throw new Error('A form of a command that asks has a question.')
  const { title, warning, note, values } = question
  const named = { ...(await nameOf(subject)), ...(await values?.(posted)) }
  const asked = { title, warning: irreversible ? warning : note, named }
  return { ...(await phrase(developer, who, asked)), irreversible }
}

/** The name of what it is about, and the environment of an application. */
async function nameOf(subject: AuditSubject | null): Promise<{ name: string; environment: string }> {
  const row = {
    sequence: '',
    actorId: null,
    detail: '{}',
    subjectType: subject?.type,
    subjectId: subject?.id,
  }
  const named = subject && (await nameAuditRows([row as AuditRow])).get('')
  const { application, organisation, person } = named ?? {}
  const name = application?.name ?? organisation?.name ?? person?.email ?? ''
  return { name, environment: application?.environment ?? '' }
}

/** The texts of what is asked, whose half in the browser has none. */
async function phrase(
  { email, hasSecondFactor, hasAuthenticator, hasPasskey, byProvider }: CurrentDeveloper,
  asksWho: boolean,
  { title, warning, named }: { title: string; warning?: string; named: Record<string, string> },
): Promise<Omit<Confirmation, 'irreversible'>> {
  const texts = await getTranslations()
  const t = await getTranslations('accounts')
  const field = await getTranslations('common.field')
  const provider = asksWho && byProvider && findProviderName()
  const page = await currentPath()
  const byPassword = asksWho && !byProvider
  return {
    title: texts(title as 'accessKeys.questions.remove', named),
    warning: warning ? texts(warning as 'accessKeys.questions.remove', named) : null,
    username: email,
    labels: {
      problem: field('errorSummary'),
      show: field('showPassword'),
      hide: field('hidePassword'),
      password: byPassword ? t('fields.password') : null,
      either: t('confirm.either'),
      code: byPassword && hasSecondFactor ? t('fields.code') : null,
      codeHint: t(hasAuthenticator ? 'fields.codeHint' : 'fields.recoveryCodeHint'),
      passkey: asksWho && hasPasskey ? t('passkey.use') : null,
      cancelled: t('passkey.cancelled'),
      known: t('passkey.known'),
      or: t('passkey.or'),
      provider: provider ? (await getTranslations('provider'))('confirm', { provider }) : null,
      button: t('confirm.button'),
      cancel: t('confirm.cancel'),
    },
    page,
    providerLink: withQuery('/oidc/confirm', { next: page }),
  }
}
