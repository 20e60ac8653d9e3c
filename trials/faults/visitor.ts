import { encode } from 'next-auth/jwt'
import type { Pool } from 'pg'
import { getSettings, requireSetting } from '@/lib/env'
import { newId } from '@/lib/ids'
import { createDeveloper } from '@/test/factories'
import { hostNames } from '../cluster/proxy-config'
import type { Caller } from './caller'
import { type Answer, judge, type Verdict } from './expectation'

/** A developer signed in to the portal, who must stay signed in under any fault. */
export type Visitor = { headers: { Cookie: string; Origin: string } }

const day = 24 * 3600
const boundary = 'guichet-faults'

/** Signed in by rows and a cookie only; the settings of this process are the portal's. */
export async function createVisitor(owner: Pool): Promise<Visitor> {
  const { id: developerId } = await createDeveloper({}, owner)
  const sessionId = newId()
  await owner.query(
    `INSERT INTO session (id, developer_id, user_agent, address, created_at, last_seen_at, expires_at)
     VALUES ($1, $2, 'guichet-faults', '127.0.0.1', now(), now(), now() + interval '1 day')`,
    [sessionId, developerId],
  )
  const token = { developerId, sessionId, sessionVersion: 0 }
  const cookie = await encode({ token, secret: requireSetting('NEXTAUTH_SECRET'), maxAge: day })
  return {
    headers: {
      Cookie: `next-auth.session-token=${cookie}`,
      Origin: new URL(getSettings().PORTAL_URL).origin,
    },
  }
}

/** Reads a private page: a redirect to sign in is wrong, whatever happens to the database. */
export async function readPrivatePage({ ask }: Caller, { headers }: Visitor): Promise<Verdict> {
  return judge(await ask(hostNames.portal, 'GET', '/applications', headers), 200, 'Sign out')
}

/** Opens a form and submits it without scripts. A rejected submission has to return with what was typed. */
export async function sendForm({ ask }: Caller, { headers }: Visitor, name: string): Promise<Verdict> {
  const path = '/applications/new'
  const page = await ask(hostNames.portal, 'GET', path, headers)
  const opened = judge(page, 200, 'name="description"')
  if (opened.is !== 'right' || !page) return opened
  const fields = {
    ...readHidden(page.body),
    name,
    description: 'Sent by npm run faults',
    environment: 'sandbox',
  }
  const type = { 'Content-Type': `multipart/form-data; boundary=${boundary}` }
  return judgeSent(
    await ask(hostNames.portal, 'POST', path, { ...headers, ...type }, encodeForm(fields)),
    name,
  )
}

function judgeSent(answer: Answer | null, name: string): Verdict {
  if (answer?.status === 503 && answer.body.includes('$ACTION') && !answer.body.includes(`value="${name}"`))
    return { is: 'wrong', why: 'what was typed is lost' }
  const sent = judge(answer, 303, '')
  if (sent.is !== 'right' || answer?.location?.startsWith('/applications/')) return sent
  return { is: 'wrong', why: `redirected to ${answer?.location}` }
}

/** The fields that name the action of the form that contains the description. */
function readHidden(page: string): Record<string, string> {
  const form =
    (page.match(/<form[\s\S]*?<\/form>/g) ?? []).find((each) => each.includes('name="description"')) ?? ''
  const inputs = form.matchAll(/<input type="hidden" name="([^"]*)"(?: value="([^"]*)")?/g)
  return Object.fromEntries(
    [...inputs].map(([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"')]),
  )
}

function encodeForm(fields: Record<string, string>): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--${boundary}--\r\n`
}
