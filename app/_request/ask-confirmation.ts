import { getTranslations } from 'next-intl/server'
import { type CurrentDeveloper, currentPath } from '@/app/_request/session'
import { withQuery } from '@/components/query'
import type { Confirmation } from '@/components/ui/form-state'
import type { AuditRow } from '@/lib/audit/queries'
import type { Subject } from '@/lib/audit/schema'
import { findProviderName } from '@/lib/identity/provider-settings'
import { nameAuditRows } from '@/lib/lifecycle/audit-names'

/**
 * What a form asks before its command is executed, as keys of messages, and what these say beyond the target's name.
 */
export type Question<Posted> = {
  title: string
  /** Of what cannot be undone: what it does for good. */
  warning?: string
  values?: (posted: Posted) => Record<string, string> | Promise<Record<string, string>>
}

/** The texts of what a command asks, whose half in the browser has none. `name` is that of its target. */
export async function askConfirmation<Posted>(
  { who, irreversible, subject }: { who: boolean; irreversible: boolean; subject: Subject | null },
  question: Question<Posted> | undefined,
  posted: Posted,
  developer: CurrentDeveloper,
): Promise<Confirmation> {
  if (!question) throw new Error('A form of a command that asks has a question.')
  const { title, warning, values } = question
  const named = { ...(await nameOf(subject)), ...(await values?.(posted)) }
  return phrase(developer, who, { title, warning: irreversible ? warning : undefined, named })
}

/** The name of what it is about, and the environment of an application. */
async function nameOf(subject: Subject | null): Promise<{ name: string; environment: string }> {
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
): Promise<Confirmation> {
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
