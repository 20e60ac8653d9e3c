import type { MailMessage } from '@/generated/prisma/client'
import { ofSubject } from '@/lib/applications/subject'
import type { Actor } from '@/lib/audit/schema'
import { database } from '@/lib/database'
import { requireSetting } from '@/lib/env'
import { decrypt } from '@/lib/keyring'
import { mailContext } from '@/lib/mail/commands'
import type { Result } from '@/lib/result'
import { type Name, people } from './people'

/** A second factor that was set up in the demo: for an authenticator app, or for one sign-in each. */
export type Factor = { setupKey: string; recoveryCodes: string[] }

/** The story so far: its names, with the ids that they were given. */
export type World = {
  password: string
  ids: Partial<Record<Name, string>>
  /** Applications and organisations. */
  subjects: Record<string, { id: string; owner: Name }>
  factors: Partial<Record<Name, Factor>>
}

/** The browser of everyone in the demo. */
export const device = {
  address: '127.0.0.1',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

/** Someone as the actor of a command. @throws when the story has not come to them yet */
export function actorOf<As extends Exclude<Actor['role'], 'system'>>(
  world: World,
  name: Name,
): { id: string; role: As } {
  const id = world.ids[name]
  if (!id) throw new Error(`the story has not introduced ${name}`)
  return { id, role: people[name].role as As }
}

/** An application or organisation, with its owner as the actor of a command. */
export function subjectOf(world: World, key: string) {
  const found = world.subjects[key]
  if (!found) throw new Error(`the story has not created ${key}`)
  return { id: found.id, profile: people[found.owner], owner: actorOf<'developer'>(world, found.owner) }
}

/** The newest submission of an application or organisation. */
export function findSubmission(world: World, key: string) {
  return database().submission.findFirstOrThrow({
    where: ofSubject(subjectOf(world, key).id),
    orderBy: { number: 'desc' },
    include: {
      requirements: { orderBy: { position: 'asc' } },
      documents: { where: { replacedAt: null } },
    },
  })
}

/** The value of a command that the story expects to succeed. */
export async function succeed<Value>(result: Promise<Result<Value, string> | { ok: false }>): Promise<Value> {
  const settled = await result
  if (settled.ok) return settled.value
  throw new Error(`the demo's story is refused: ${JSON.stringify(settled)}`)
}

/** The last part of the link that was mailed to someone last: what they would click. */
export async function findMailedLink(email: string): Promise<string> {
  const mail = await database().mailMessage.findFirstOrThrow({
    where: { toAddress: email, propsCiphertext: { not: null } },
    orderBy: { id: 'desc' },
  })
  const { link } = openMail(mail) as { link: string }
  return link.slice(link.lastIndexOf('/') + 1)
}

/** The content of a mail that was not sent yet. */
export function openMail(mail: Pick<MailMessage, 'id' | 'encryptionKeyId' | 'propsCiphertext'>): unknown {
  const sealed = { keyId: mail.encryptionKeyId, ciphertext: Buffer.from(mail.propsCiphertext ?? []) }
  const plain = decrypt(requireSetting('SECRET_ENCRYPTION_KEYS'), sealed, mailContext(mail.id))
  return JSON.parse(plain.toString())
}
