import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Address, type Email } from 'postal-mime'
import { newId } from '@/lib/ids'

export type Mailbox = { address: string; name: string }

/** A message as the JSON API shows it. `date` is when it arrived, as ISO 8601 in UTC. */
export type Message = {
  id: string
  from: Mailbox[]
  to: Mailbox[]
  subject: string
  text: string
  html: string
  date: string
}

export type Store = {
  /** Keeps a message as it was received, and drops the oldest beyond the limit. */
  add(raw: Buffer, recipients: string[]): Promise<void>
  /** All messages, in the order in which they arrived. */
  list(): Promise<Message[]>
  find(id: string): Promise<Message | null>
  remove(id: string): Promise<boolean>
  clear(): Promise<void>
}

const suffix = '.eml'
const idForm = /^[0-9a-f-]{36}$/

/**
 * The messages in `folder`, one file each, so that they survive a restart. Names are UUIDv7, which sort by arrival.
 * @param limit messages kept
 */
export async function openStore(folder: string, limit = 1000): Promise<Store> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const ids = (await readdir(folder))
    .filter((name) => name.endsWith(suffix))
    .map((name) => name.slice(0, -suffix.length))
  const known = new Map<string, Message | null>(ids.sort().map((id) => [id, null]))
  const pathOf = (id: string) => join(folder, id + suffix)

  async function load(id: string): Promise<Message | null> {
    if (!known.has(id)) return null
    const read = known.get(id) ?? (await parse(id, await readFile(pathOf(id))).catch(() => null))
    if (read && known.has(id)) known.set(id, read)
    return read
  }

  async function remove(id: string): Promise<boolean> {
    if (!known.delete(id)) return false
    await rm(pathOf(id), { force: true })
    return true
  }

  return {
    async add(raw, recipients) {
      const id = newId()
      const complete = Buffer.concat([Buffer.from(`X-Mailbox-Recipients: ${recipients.join(', ')}\r\n`), raw])
      await writeFile(`${pathOf(id)}.new`, complete, { mode: 0o600 })
      await rename(`${pathOf(id)}.new`, pathOf(id))
      known.set(id, null)
      const oldest = [...known.keys()].slice(0, Math.max(0, known.size - limit))
      for (const each of oldest) await remove(each)
    },
    async list() {
      const messages = await Promise.all([...known.keys()].map(load))
      return messages.filter((message) => message !== null)
    },
    find: async (id) => (idForm.test(id) ? load(id) : null),
    remove,
    async clear() {
      for (const id of [...known.keys()]) await remove(id)
    },
  }
}

async function parse(id: string, raw: Buffer): Promise<Message> {
  const mail = await PostalMime.parse(raw)
  const recipients = mail.headers.find(({ key }) => key === 'x-mailbox-recipients')?.value ?? ''
  const envelope = recipients.split(', ').map((address) => ({ address, name: '' }))
  return {
    id,
    from: flatten(mail.from ? [mail.from] : []),
    to: mail.to?.length ? flatten(mail.to) : envelope,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: withPictures(mail),
    date: new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toISOString(),
  }
}

/** The pictures that a message carries are put where its HTML shows them. */
function withPictures({ html = '', attachments }: Email): string {
  return attachments.reduce((text, { contentId, mimeType, content }) => {
    if (!contentId || !mimeType.startsWith('image/')) return text
    const data = Buffer.from(content as ArrayBuffer).toString('base64')
    return text.replaceAll(`cid:${contentId.replace(/^<|>$/g, '')}`, `data:${mimeType};base64,${data}`)
  }, html)
}

function flatten(addresses: Address[]): Mailbox[] {
  return addresses
    .flatMap((each) => each.group ?? [each])
    .map(({ address, name }) => ({ address: address ?? '', name }))
}
