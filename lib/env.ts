import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { z } from 'zod'
import {
  findWrongHoliday,
  isTimeZone,
  parseHolidays,
  parseOpeningHours,
  parseWorkingDays,
} from './business-calendar'
import { emailAddressOr } from './email-address'
import { remember } from './remember'
import {
  currencies,
  feedKeys,
  heaps,
  integer,
  issuer,
  keyring,
  label,
  limit,
  mailDomain,
  networks,
  port,
  postgres,
  prefixes,
  publicUrl,
  readable,
  sender,
  several,
  url,
} from './setting-formats'

/** A setting that is wrong or missing. `message` is a sentence that names the setting: print it and stop. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** The sender of mails to the embedded mailbox. */
const embeddedSender = 'Guichet <no-reply@guichet.localhost>'

const listenAddress = z
  .string()
  .refine((value) => isIP(value) > 0 || value === 'localhost', 'must be an IP address or localhost')
  .default('127.0.0.1')

const schema = z.object({
  LISTEN_ADDRESS: listenAddress,
  PORTAL_PORT: port(3000),
  PORTAL_URL: publicUrl.optional(),
  SANDBOX_PORT: port(4001),
  SANDBOX_AUTH_URL: publicUrl.optional(),
  SANDBOX_BASE_URL: publicUrl.optional(),
  PRODUCTION_PORT: port(4002),
  PRODUCTION_AUTH_URL: publicUrl.optional(),
  PRODUCTION_BASE_URL: publicUrl.optional(),
  METRICS_PORT: integer(1, 65_531).default(9464),
  METRICS_ADDRESS: listenAddress,
  FEED_PORT: port(4003),
  FEED_ADDRESS: listenAddress,
  FEED_KEYS: feedKeys.optional(),
  FEED_DATABASE_URL: postgres.optional(),
  FEED_MAPPING: z.string().optional(),
  FEED_EXPECTED_SECONDS: integer(1, 604_800).optional(),
  ACCOUNT_CURRENCIES: currencies,
  ACCOUNT_PREFIXES: prefixes,
  MAILBOX_PORT: port(1080),
  MAILBOX_SMTP_PORT: port(1025),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: sender.default(embeddedSender),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: postgres.optional(),
  GATEWAY_DATABASE_URL: postgres.optional(),
  SANDBOX_GATEWAY_DATABASE_URL: postgres.optional(),
  PRODUCTION_GATEWAY_DATABASE_URL: postgres.optional(),
  WORKER_DATABASE_URL: postgres.optional(),
  MIGRATION_DATABASE_URL: postgres.optional(),
  DATABASE_READ_URL: several(postgres),
  DATABASE_READ_STALENESS: integer(1, 3600).default(5),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
  // Read by the exporter itself.
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*$/, 'must be a list such as name=value,other=value')
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d{1,9})?|1(\.0)?)$/, 'must be a share from 0 to 1, such as 0.1')
    .transform(Number)
    .prefault('1'),
  ACCESS_LOG: z
    .enum(['on', 'off'], 'must be on or off')
    .default('off')
    .transform((value) => value === 'on'),
  NEXTAUTH_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  SECRET_ENCRYPTION_KEYS: keyring.optional(),
  SECRET_HASH_KEYS: keyring.optional(),
  TOKEN_KEYS: keyring.optional(),
  LOST_KEYS: several(z.string()),
  REVIEWER_EMAIL: emailAddressOr('must be an e-mail address').optional(),
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().max(256, 'must have at most 256 characters').optional(),
  OIDC_CLIENT_SECRET: z.string().max(4096, 'must have at most 4096 characters').optional(),
  OIDC_NAME: label(40).optional(),
  OIDC_ROLES_CLAIM: label(200).default('groups'),
  OIDC_REVIEWER_VALUES: several(z.string()),
  OIDC_ADMINISTRATOR_VALUES: several(z.string()),
  STAFF_PASSWORDS: z.enum(['allowed', 'break-glass'], 'must be allowed or break-glass').default('allowed'),
  SANDBOX_RATE_LIMIT: limit(60),
  PRODUCTION_CLIENT_AUTHENTICATION: z
    .enum(['any', 'private_key_jwt'], 'must be any or private_key_jwt')
    .default('any'),
  ORGANISATIONS: z.enum(['required', 'optional'], 'must be required or optional').default('optional'),
  PRODUCTION_RATE_LIMIT: limit(3000),
  HEAP_MIB: heaps,
  DRAIN_SECONDS: integer(0, 60).default(0),
  TOKEN_RENEWAL_WINDOW: integer(0, 150).default(90),
  REDIS_URL: url('redis:', 'rediss:').optional(),
  CLAMD_URL: url('tcp:', 'unix:').optional(),
  VALIDATION_BUSINESS_DAYS: integer(1, 60).default(2),
  VALIDATION_WORKING_DAYS: readable(
    parseWorkingDays,
    'must list days of the week, such as mon,tue,wed',
  ).prefault('mon,tue,wed,thu,fri'),
  VALIDATION_OPENING_HOURS: readable(
    parseOpeningHours,
    'must be two times of one day, at least an hour apart, such as 08:00-17:00',
  ).prefault('08:00-17:00'),
  VALIDATION_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be a time zone, such as Africa/Dakar')
    .default('UTC'),
  VALIDATION_HOLIDAYS: z
    .string()
    .superRefine((text, context) => {
      const wrong = findWrongHoliday(text)
      if (wrong !== null)
        context.addIssue({ code: 'custom', message: `"${wrong}" is not a day of the calendar` })
    })
    .pipe(readable(parseHolidays, 'must list at most 100 days, such as 2026-12-25, or 12-25 for every year'))
    .prefault(''),
  VALIDATION_APPROVALS: integer(1, 2).default(1),
  DOCUMENT_RETENTION_DAYS: integer(1, 3650).default(180),
  AUDIT_ADDRESS_RETENTION_DAYS: integer(1, 3650).default(365),
  SIGN_UP_DOMAINS: several(mailDomain),
  SIGN_UP_APPROVAL: z.enum(['off', 'required'], 'must be off or required').default('off'),
  SUBMISSION_MAX_MIB: integer(1, 100_000).default(200),
  DOCUMENT_MAX_VERSIONS: integer(1, 1000).default(10),
  DEVELOPER_MAX_DRAFTS: integer(1, 10_000).default(10),
  UPLOAD_MIB_PER_HOUR: integer(1, 1_000_000).default(500),
  TRUSTED_PROXIES: networks,
  WEBHOOK_ALLOWED_NETWORKS: networks,
})

/** Settings of earlier versions that were removed, and what serves instead. */
export const removedSettings: Record<string, string> = {
  AUDIT_STREAM:
    'was removed: instead, an administrator adds an endpoint at /administration/webhooks (docs/operations/webhooks.md)',
}

/** The keys, which are generated automatically for the embedded database. */
export const keyNames = [
  'NEXTAUTH_SECRET',
  'SECRET_ENCRYPTION_KEYS',
  'SECRET_HASH_KEYS',
  'TOKEN_KEYS',
] as const
export type KeyName = (typeof keyNames)[number]

/** Settings that hold a password or a key: each can also be given as `NAME_FILE`. */
export const secretNames = [
  ...keyNames,
  ...(['DATABASE_URL', 'GATEWAY_DATABASE_URL', 'WORKER_DATABASE_URL', 'MIGRATION_DATABASE_URL'] as const),
  ...(['SANDBOX_GATEWAY_DATABASE_URL', 'PRODUCTION_GATEWAY_DATABASE_URL'] as const),
  ...(['DATABASE_READ_URL', 'REDIS_URL', 'SMTP_URL', 'OTEL_EXPORTER_OTLP_HEADERS'] as const),
  ...(['OIDC_CLIENT_SECRET', 'FEED_KEYS', 'FEED_DATABASE_URL'] as const),
] as const

/** The name of every setting. */
export const settingNames = Object.keys(schema.shape) as (keyof z.input<typeof schema>)[]

export type Settings = z.output<typeof schema> & Record<(typeof publicNames)[number], string>

type RequiredSetting =
  | 'DATABASE_URL'
  | 'SMTP_URL'
  | 'OIDC_ISSUER'
  | 'OIDC_CLIENT_ID'
  | 'OIDC_CLIENT_SECRET'
  | 'FEED_KEYS'
  | KeyName

/**
 * Parses all settings from `env`; an empty value counts as absent, and quotes around one that is no secret
 * are left out.
 * @returns the settings with their defaults, public URLs without a trailing slash
 * @throws SettingsError with one sentence per wrong setting
 */
export function parseSettings(env: NodeJS.ProcessEnv): Settings {
  const wrong = new Map<string, string>()
  const values: Record<string, unknown> = {}
  for (const name of settingNames) {
    const given = env[name] === '' ? undefined : env[name]
    const value = isSecret(name) ? given : given && withoutQuotes(given)
    const parsed = schema.shape[name].safeParse(value)
    if (!parsed.success) wrong.set(name, `${name}: ${parsed.error.issues[0]?.message}.`)
    // A wrong setting gets its default, so that conflicts between settings can be checked as well.
    values[name] = parsed.success ? parsed.data : schema.shape[name].parse(undefined)
  }
  const settings = withPublicAddresses(values as z.output<typeof schema>)
  const conflicts = describeConflicts(settings, env).filter(
    (sentence) => ![...wrong.keys()].some((name) => sentence.includes(name)),
  )
  const gone = Object.entries(removedSettings).filter(([name]) => env[name])
  const sentences = [...wrong.values(), ...conflicts, ...gone.map(([name, why]) => `${name}: ${why}.`)]
  if (sentences.length > 0) throw new SettingsError(sentences.join('\n'))
  return settings
}

function isSecret(name: string): boolean {
  return (secretNames as readonly string[]).includes(name)
}

/** `docker --env-file` and Kustomize keep the quotes that a shell and systemd remove. */
function withoutQuotes(text: string): string {
  return text.replace(/^(["'])(.*)\1$/s, '$2')
}

/**
 * Checks settings that a whole installation needs; a single process has only its own settings and cannot check them.
 * @throws SettingsError with one sentence per missing setting
 */
export function refuseIncomplete(settings: Settings): void {
  const sentences: string[] = []
  if (!isLoopback(settings.LISTEN_ADDRESS) && !settings.SMTP_URL)
    sentences.push('SMTP_URL: is required when LISTEN_ADDRESS is beyond loopback.')
  if (settings.SMTP_URL && !settings.REVIEWER_EMAIL)
    sentences.push('REVIEWER_EMAIL: is required with SMTP_URL, for the first reviewer to be reached.')
  if (settings.DATABASE_READ_URL.length > 0 && !settings.DATABASE_URL)
    sentences.push('DATABASE_READ_URL: is for standbys of DATABASE_URL, which is not set.')
  if (settings.OIDC_ISSUER && !settings.OIDC_CLIENT_SECRET)
    sentences.push('OIDC_CLIENT_SECRET: is required with OIDC_ISSUER.')
  if (settings.DATABASE_URL) sentences.push(...describeMissingKeys(settings, keyNames))
  if (sentences.length > 0) throw new SettingsError(sentences.join('\n'))
}

/**
 * Checks the keys that a program needs when it works with `DATABASE_URL`.
 * @throws SettingsError with one sentence per missing key
 */
export function refuseMissingKeys(settings: Settings, needed: readonly KeyName[]): void {
  const sentences = describeMissingKeys(settings, needed)
  if (sentences.length > 0) throw new SettingsError(sentences.join('\n'))
}

function describeMissingKeys(settings: Settings, needed: readonly KeyName[]): string[] {
  return needed
    .filter((name) => settings[name] === undefined)
    .map((name) => `${name}: is required with DATABASE_URL, as keys then come from the environment only.`)
}

/** Where the gateways of an environment connect, if it is not where the portal does. */
export function gatewayDatabase(
  settings: Settings,
  environment: 'sandbox' | 'production',
): string | undefined {
  const own = {
    sandbox: 'SANDBOX_GATEWAY_DATABASE_URL',
    production: 'PRODUCTION_GATEWAY_DATABASE_URL',
  } as const
  return settings[own[environment]] ?? settings.GATEWAY_DATABASE_URL
}

/** Where the feed connects, if it is not where the portal does. The worker's role writes balances as well. */
export function feedDatabase(settings: Settings): string | undefined {
  return settings.FEED_DATABASE_URL ?? settings.WORKER_DATABASE_URL
}

/** The settings of this process, parsed at the first call. */
export function getSettings(): Settings {
  return remember('guichetSettings', () => {
    readSecretFiles(process.env)
    return parseSettings(process.env)
  })
}

/**
 * Moves the content of each file named by `NAME_FILE` into `env` as `NAME`, without the line ending, and removes
 * `NAME_FILE`: child processes get the secret and no path.
 * @throws SettingsError with one sentence per file that cannot be read, is empty, or conflicts with `NAME`
 */
export function readSecretFiles(env: NodeJS.ProcessEnv): void {
  const sentences: string[] = []
  for (const name of secretNames) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    const value = readSecret(path)
    if (env[name]) sentences.push(`${name} and ${name}_FILE: set only one of them.`)
    else if ('failure' in value) sentences.push(`${name}_FILE: ${path} ${value.failure}.`)
    else env[name] = value.secret
    delete env[`${name}_FILE`]
  }
  if (sentences.length > 0) throw new SettingsError(sentences.join('\n'))
}

function readSecret(path: string): { secret: string } | { failure: string } {
  try {
    const secret = withoutMark(readFileSync(path, 'utf8')).replace(/\r?\n$/, '')
    return secret ? { secret } : { failure: 'is empty' }
  } catch (error) {
    return { failure: `cannot be read (${(error as NodeJS.ErrnoException).code})` }
  }
}

/** Without the byte order mark that some editors write: it would become a part of the first name or value. */
export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '')
}

/**
 * Checks settings that one process requires.
 * @throws SettingsError with one sentence per missing setting
 */
export function refuseMissing(names: readonly RequiredSetting[], settings = getSettings()): void {
  const missing = names.filter((name) => settings[name] === undefined)
  if (missing.length > 0)
    throw new SettingsError(missing.map((name) => `${name}: must be set for this process.`).join('\n'))
}

/**
 * Returns a setting that this process requires.
 * @throws SettingsError that names it when it is absent
 */
export function requireSetting<Name extends RequiredSetting>(name: Name): NonNullable<Settings[Name]> {
  refuseMissing([name])
  return getSettings()[name] as NonNullable<Settings[Name]>
}

/** True for `localhost`, `*.localhost` and loopback addresses. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '')
  return (
    name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127\.\d+\.\d+\.\d+$/.test(name)
  )
}

const publicNames = [
  'PORTAL_URL',
  'SANDBOX_AUTH_URL',
  'SANDBOX_BASE_URL',
  'PRODUCTION_AUTH_URL',
  'PRODUCTION_BASE_URL',
] as const

function withPublicAddresses(values: z.output<typeof schema>): Settings {
  const sandbox = `http://localhost:${values.SANDBOX_PORT}`
  const production = `http://localhost:${values.PRODUCTION_PORT}`
  return {
    ...values,
    PORTAL_URL: values.PORTAL_URL ?? `http://localhost:${values.PORTAL_PORT}`,
    SANDBOX_AUTH_URL: values.SANDBOX_AUTH_URL ?? sandbox,
    SANDBOX_BASE_URL: values.SANDBOX_BASE_URL ?? sandbox,
    PRODUCTION_AUTH_URL: values.PRODUCTION_AUTH_URL ?? production,
    PRODUCTION_BASE_URL: values.PRODUCTION_BASE_URL ?? production,
  }
}

/** One sentence for each conflict between settings. */
function describeConflicts(settings: Settings, env: NodeJS.ProcessEnv): string[] {
  const { LISTEN_ADDRESS, SMTP_URL } = settings
  const sentences: string[] = []
  for (const name of publicNames) {
    const { protocol, hostname } = new URL(settings[name])
    if (protocol !== 'https:' && !isLoopback(hostname))
      sentences.push(`${name}: must be https when it is not on localhost, but is ${settings[name]}.`)
    if (!isLoopback(LISTEN_ADDRESS) && !env[name])
      sentences.push(`${name}: is required when LISTEN_ADDRESS is beyond loopback.`)
  }
  if (SMTP_URL && !env.MAIL_FROM)
    sentences.push('MAIL_FROM: is required with SMTP_URL, as relays refuse a sender that does not exist.')
  sentences.push(...describeSingleSignOn(settings))
  return [...sentences, ...describeSharedOrigins(settings), ...describeSharedPorts(settings)]
}

/** OIDC_CLIENT_SECRET is checked by the portal, the only process that has it. */
function describeSingleSignOn(settings: Settings): string[] {
  const { OIDC_ISSUER, STAFF_PASSWORDS } = settings
  if (OIDC_ISSUER === undefined) {
    const alone = singleSignOnNames.find((name) => settings[name] !== undefined && settings[name].length > 0)
    if (alone) return [`OIDC_ISSUER: is required with ${alone}.`]
    if (STAFF_PASSWORDS === 'break-glass')
      return ['OIDC_ISSUER: is required with STAFF_PASSWORDS=break-glass, or no one else could sign in.']
    return []
  }
  const { protocol, hostname } = new URL(OIDC_ISSUER)
  const sentences: string[] = []
  if (protocol !== 'https:' && !isLoopback(hostname))
    sentences.push(`OIDC_ISSUER: must be https when it is not on localhost, but is ${OIDC_ISSUER}.`)
  if (!settings.OIDC_CLIENT_ID) sentences.push('OIDC_CLIENT_ID: is required with OIDC_ISSUER.')
  return sentences
}

const singleSignOnNames = [
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_NAME',
  'OIDC_REVIEWER_VALUES',
  'OIDC_ADMINISTRATOR_VALUES',
] as const

function describeSharedOrigins(settings: Settings): string[] {
  return (['SANDBOX_AUTH_URL', 'SANDBOX_BASE_URL'] as const).flatMap((sandbox) =>
    (['PRODUCTION_AUTH_URL', 'PRODUCTION_BASE_URL'] as const)
      .filter((production) => new URL(settings[sandbox]).origin === new URL(settings[production]).origin)
      .map((production) => `${sandbox} and ${production}: must differ, but both are ${settings[sandbox]}.`),
  )
}

function describeSharedPorts(settings: Settings): string[] {
  const taken = new Map<number, string>()
  const sentences: string[] = []
  const ports: [string, number][] = [
    ['PORTAL_PORT', settings.PORTAL_PORT],
    ['SANDBOX_PORT', settings.SANDBOX_PORT],
    ['PRODUCTION_PORT', settings.PRODUCTION_PORT],
    ['FEED_PORT', settings.FEED_PORT],
    ...mailboxPorts(settings),
    ...[0, 1, 2, 3, 4].map((offset): [string, number] => [
      `METRICS_PORT + ${offset}`,
      settings.METRICS_PORT + offset,
    ]),
  ]
  for (const [name, value] of ports) {
    const other = taken.get(value)
    if (other) sentences.push(`${name} and ${other}: must differ, but both are ${value}.`)
    taken.set(value, name)
  }
  return sentences
}

function mailboxPorts(settings: Settings): [string, number][] {
  if (settings.SMTP_URL) return []
  return [
    ['MAILBOX_PORT', settings.MAILBOX_PORT],
    ['MAILBOX_SMTP_PORT', settings.MAILBOX_SMTP_PORT],
  ]
}
