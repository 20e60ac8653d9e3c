import { getSettings } from './env'

/** What a request is for, and the page of the portal where receivers read about it. */
const pages = { webhooks: '/docs/webhooks', 'sign-in': '', approval: '', status: '', console: '' }

/**
 * The header fields by which those who receive our requests recognise them: firewalls refuse requests
 * without. The name is not the product's, which an operator's own identity replaces.
 */
export function senderHeaders(name: keyof typeof pages): Record<'Accept' | 'User-Agent', string> {
  return { Accept: '*/*', 'User-Agent': `${name}/1 (+${getSettings().PORTAL_URL}${pages[name]})` }
}
