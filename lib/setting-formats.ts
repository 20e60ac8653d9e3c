import { BlockList, isIP, isIPv6 } from 'node:net'
import { z } from 'zod'
import { emailAddress, emailAddressOr } from './email-address'
import { parseKeyring } from './keyring'

// The formats of single settings. Each message completes a sentence that begins with the setting's name.

/** A whole number of at most nine digits. */
export const integer = (min: number, max: number) =>
  z
    .string()
    .transform((text) => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN))
    .refine((value) => value >= min && value <= max, `must be a whole number, ${min} to ${max}`)

export const port = (fallback: number) => integer(1, 65_535).default(fallback)

/** Calls per minute; 0 is unlimited. */
export const limit = (fallback: number) => integer(0, 10_000_000).default(fallback)

/**
 * The heap of a process's JavaScript in MiB, and what replaces it, such as `portal=768,worker=512`. Without a bound, V8
 * collects nothing as long as the machine has memory. Measured in docs/operations/sizing.md.
 */
const defaultHeaps = { portal: 512, gateway: 256, worker: 384, feed: 160, mailbox: 128 }

export const heaps = z
  .string()
  .regex(
    /^((portal|gateway|worker|feed|mailbox)=\d{2,6}(,|$))*$/,
    'must name processes and MiB, such as portal=768,worker=512',
  )
  .transform((text): typeof defaultHeaps => {
    const given = text.split(',').map((each) => each.split('='))
    return { ...defaultHeaps, ...Object.fromEntries(given.map(([name, mib]) => [name, Number(mib)])) }
  })
  .prefault('')

/** A URL with one of these protocols (each with its colon) that names a host, or a path for `unix:`. */
export const url = (...protocols: string[]) =>
  z
    .string()
    .refine((value) => !splitsPassword(value), {
      error: 'must have the characters @ / ? # % of its user and password percent-encoded: @ is %40',
      abort: true,
    })
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL that starts with ${protocols.map((each) => `${each}//`).join(' or ')}`,
    )
    .refine((value) => !URL.canParse(value) || hasHost(new URL(value)), 'must name a host')

/** A password with one of `/?#` ends the host early, and with it what follows an `@` is no longer the host. */
function splitsPassword(value: string): boolean {
  if (!/:\/\/[^/].*@/.test(value)) return false
  if (!URL.canParse(value)) return true
  const { pathname, search, hash } = new URL(value)
  return (pathname + search + hash).includes('@')
}

/** An origin: links and endpoints are appended to it, so nothing may follow the host and port. */
export const publicUrl = url('http:', 'https:')
  .refine((value) => !URL.canParse(value) || isOrigin(new URL(value)), {
    error: 'must end after the host and port: no path, query, fragment, user or password',
  })
  .transform((value) => new URL(value).origin)

export const postgres = url('postgres:', 'postgresql:')

/**
 * OpenID Connect Discovery §3: an issuer has neither query nor fragment. The setting stays as written, to the
 * slash.
 */
export const issuer = url('https:', 'http:').refine((value) => {
  if (!URL.canParse(value)) return true
  const { search, hash, username, password } = new URL(value)
  return !search && !hash && !username && !password
}, 'must have no query, fragment, user or password')

/** A short text for people: one line, without characters that do not show or change the reading direction. */
export const label = (maxLength: number) =>
  z
    .string()
    .transform((value) => value.trim())
    .refine(
      (value) => value !== '' && [...value].length <= maxLength && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value),
      `must be a text of 1 to ${maxLength} characters in one line`,
    )

/** A list separated by commas; empty entries are ignored. */
export const several = (each: z.ZodType<string, string>) =>
  z
    .string()
    .default('')
    .transform((value) => splitList(value))
    .pipe(z.array(each))

/** Networks, as accepted by `node:net`'s BlockList. */
export const networks = z
  .string()
  .default('')
  .transform((value, context) => {
    const entries = splitList(value)
    const wrong = entries.find((entry) => !isNetwork(entry))
    if (wrong === undefined) return entries
    context.addIssue({
      code: 'custom',
      message: `"${wrong}" is not an IP address or a range such as 10.0.0.0/8`,
    })
    return z.NEVER
  })

/** The part of an e-mail address after its @, in lower case. */
export const mailDomain = z
  .string()
  .transform((text) => `someone@${text}`)
  .pipe(emailAddressOr('must list domains such as example.com'))
  .transform((address) => address.slice(address.indexOf('@') + 1))

/** Codes of ISO 4217. The list of currencies is a concept's: a code that does not exist allows nothing. */
export const currencies = several(z.string().regex(/^[A-Z]{3}$/, 'must list currency codes such as XOF,MAD'))

/** The first digits of numbers in international form. */
export const prefixes = several(
  z.string().regex(/^[1-9]\d{0,14}$/, 'must list first digits of numbers such as 221,212'),
)

/** `name:key`, newest first. A name may stand twice, while its key is rotated. */
export const feedKeys = several(
  z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,64}:[!-~]{32,256}$/, 'must list name:key, with keys of at least 32 characters'),
)
  .transform((entries) =>
    entries.map((entry) => {
      const at = entry.indexOf(':')
      return { name: entry.slice(0, at), key: entry.slice(at + 1) }
    }),
  )
  .refine((entries) => entries.length > 0, 'must list at least one name:key')
  .refine(
    (entries) => new Set(entries.map(({ key }) => key)).size === entries.length,
    'must list each key once',
  )

export const keyring = z.string().transform((value, context) => {
  try {
    return parseKeyring(value)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
    return z.NEVER
  }
})

/** An e-mail address, alone or as `Name <address>`. */
export const sender = z
  .string()
  .refine(
    (value) => emailAddress.safeParse(/^[^<>\r\n]*<([^<>]+)>$/.exec(value)?.[1] ?? value).success,
    'must be an e-mail address, alone or as Name <address>',
  )

/** Text that `read` parses. @param read returns null, or throws a message, for text that it refuses */
export const readable = <Value>(read: (text: string) => Value | null, message: string) =>
  z.string().transform((text, context) => {
    const value = read(text)
    if (value !== null) return value
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

function splitList(value: string): string[] {
  return value
    .split(',')
    .map((piece) => piece.trim())
    .filter(Boolean)
}

function hasHost({ protocol, hostname, searchParams }: URL): boolean {
  // PostgreSQL may take its host, or the folder of a socket, from a parameter.
  return hostname !== '' || protocol === 'unix:' || searchParams.has('host')
}

function isOrigin({ pathname, search, hash, username, password }: URL): boolean {
  return /^\/*$/.test(pathname) && !search && !hash && !username && !password
}

function isNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/')
  if (!isIP(address) || rest.length > 0) return false
  if (bits === undefined) return true
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > (isIPv6(address) ? 128 : 32)) return false
  return new BlockList().addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4') === undefined
}
