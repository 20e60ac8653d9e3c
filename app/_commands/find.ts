import { getTranslations } from 'next-intl/server'
import { type CurrentDeveloper, findReader } from '@/app/_request/session'
import { readWords } from '@/app/docs/content/words'
import { searchDocs } from '@/app/docs/search/search-index'
import type { CommandGroup, MenuCommand } from '@/components/command-menu/commands'
import { searchDevelopers } from '@/lib/developers/directory'
import { countAttempts, type Throttled } from '@/lib/identity/throttle'
import { findApplicationsOfRequest } from '@/lib/rehearsals/queries'
import { done } from '@/lib/result'
import { findApplicationsWithTestAccount } from '@/lib/sandbox/queries'
import { removeMarks } from '@/lib/text-input'
import { extractErrorCode, extractRequestId } from '@/lib/usage/call-filter'
import { listQueue } from '@/lib/validation/queue'
import { parseMsisdn } from '@/lib/wallet/msisdn'

/** Of each kind. */
const maxFound = 6

/**
 * The longest text that is searched for, in characters, and the longest that is looked through: a whole response
 * fits.
 */
const maxTextLength = 254
export const maxPastedLength = 4000

/**
 * What a typed or pasted text, of a response its request ID and error code, leads to besides the reader's commands:
 * requests and test accounts of their applications, for staff people, and the documentation. Searches of a signed-in
 * person are counted; the text is kept nowhere.
 */
export async function findByText(typed: string): Promise<{ ok: true; value: CommandGroup[] } | Throttled> {
  // The database has no text with a NUL.
  const pasted = removeMarks(typed).replaceAll('\0', ' ').trim().slice(0, maxPastedLength)
  // An address may look as if it held an ID.
  const isAddress = /^\S+@\S+$/.test(pasted)
  const code = isAddress ? null : extractErrorCode(pasted)
  const text = ((isAddress ? null : extractRequestId(pasted)) ?? code ?? pasted).slice(0, maxTextLength)
  const reader = await findReader()
  const throttled = reader && (await countAttempts([['search', reader.id]]))
  if (throttled) return throttled
  const t = await getTranslations('common.commands')
  const { requests, pages } = reader ? await lookUp(text, reader) : { requests: [], pages: [] }
  const documentation = searchDocs(code ?? text, await readWords())
    .slice(0, maxFound)
    .map(({ href, title, page }): MenuCommand => ({ href, label: title, detail: page }))
  return done([
    { title: t('requests'), commands: requests },
    { title: t('pages'), commands: pages },
    { title: (await getTranslations('docs'))('title'), commands: documentation },
  ])
}

async function lookUp(text: string, { id, role }: CurrentDeveloper) {
  const t = await getTranslations('common')
  const msisdn = parseMsisdn(text.replaceAll(/\s/g, ''))
  const isStaff = role !== 'developer' && /\S@\S/.test(text)
  const [requests, accounts, people, submissions] = await Promise.all([
    findApplicationsOfRequest(id, text),
    msisdn ? findApplicationsWithTestAccount(id, msisdn) : [],
    isStaff && role === 'administrator' ? searchDevelopers({ text }, undefined, maxFound) : null,
    isStaff ? listQueue({ state: 'all', assignee: 'anyone', text, page: 1 }, id) : null,
  ])
  const place = ({ name, environment }: (typeof requests)[number]) =>
    `${name} · ${t(`environment.${environment}`)}`
  return {
    requests: requests.map(
      (application): MenuCommand => ({
        label: t('commands.explain', { request: text }),
        detail: place(application),
        href: `/applications/${application.id}/requests/${text}`,
      }),
    ),
    pages: [
      ...accounts.map((application) => ({
        label: t('commands.testAccount', { msisdn: msisdn ?? '' }),
        detail: place(application),
        href: `/applications/${application.id}/accounts/${msisdn}`,
      })),
      ...(people?.rows ?? []).map((person) => ({
        label: person.email,
        detail: t('nav.administration'),
        href: `/administration/developers/${person.id}`,
      })),
      ...(submissions?.entries ?? []).slice(0, maxFound).map((entry) => ({
        label: entry.name,
        detail: `${entry.developer.email} · ${t('nav.review')}`,
        href: `/review/${entry.id}`,
      })),
    ] satisfies MenuCommand[],
  }
}
