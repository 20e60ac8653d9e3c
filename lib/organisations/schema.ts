import { z } from 'zod'
import { isAtMost, isDisguised, maxInputLength, unsafe, visible } from '@/lib/text-input'
import { countries } from './countries'

/** One line, in Unicode's composed form. Issues are keys of messages. */
function line(limit: number, form: 'NFC' | 'NFKC' = 'NFC') {
  return z
    .string('missing')
    .max(maxInputLength(limit), 'too_long')
    .transform((text) => text.normalize(form).trim())
    .pipe(
      z
        .string()
        .refine(isAtMost(limit), 'too_long')
        .refine((text) => !isDisguised(text), 'unsafe'),
    )
}

const required = (limit: number) => line(limit).refine((text) => visible.test(text), 'missing')
const optional = (limit: number) => line(limit).default('')

/**
 * Letters, digits and what is written between them; compared without the latter, and so without wide or
 * raised ones (NFKC).
 */
const number = (limit: number) =>
  line(limit, 'NFKC').refine(
    (text) => text === '' || /^[\p{L}\p{N}][\p{L}\p{N} ./:_-]*$/u.test(text),
    'number_wrong',
  )

/** Up to six lines. Browsers send line breaks as CR LF. */
const address = z
  .string('missing')
  .max(maxInputLength(500), 'too_long')
  .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim())
  .pipe(
    z
      .string()
      .refine(isAtMost(500), 'too_long')
      .refine((text) => !unsafe.test(text.replace(/\n/g, '')), 'unsafe')
      .refine((text) => text.split('\n').length <= 6, 'too_many_lines')
      .refine((text) => visible.test(text), 'missing'),
  )

/** An https or http URL with a host name; without a scheme, https is meant. */
const website = z
  .string()
  .max(maxInputLength(200), 'too_long')
  .default('')
  .transform((text) => text.trim())
  .transform((text) => (text === '' || /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`))
  .pipe(z.string().max(200, 'too_long').refine(isWebsite, 'website_wrong'))

function isWebsite(text: string): boolean {
  if (text === '') return true
  const url = URL.parse(text)
  return (
    (url?.protocol === 'https:' || url?.protocol === 'http:') &&
    url.username === '' &&
    url.password === '' &&
    /^[^.].*\.[^.]{2,}$/.test(url.hostname)
  )
}

/**
 * An organisation's record. `tradingName`, `taxNumber` and `legalRepresentative` have the names of TM Forum's TMF931
 * (Application Owner), whose `name` is our `legalName`, `organizationIdentification` our `registrationNumber`, and
 * `registeredGeographicAddress` our `registeredAddress` and, by its `countryCode`, our `country`.
 */
export const organisationSchema = z.object({
  legalName: required(200),
  tradingName: optional(200),
  country: z.enum(countries, 'country_missing'),
  registrationNumber: number(60).refine((text) => text !== '', 'missing'),
  taxNumber: number(60).default(''),
  registeredAddress: address,
  legalRepresentative: required(200),
  website,
})

export type OrganisationRecord = z.output<typeof organisationSchema>

/** Whose change a verified organisation has to be verified again for; until then the verified values stay in force. */
export const verifiedFields = [
  'legalName',
  'country',
  'registrationNumber',
  'taxNumber',
  'legalRepresentative',
] as const satisfies (keyof OrganisationRecord)[]

export const recordFields = organisationSchema.keyof().options

/** The proposed fields of a verified organisation, in force once it is verified again; empty without a proposal. */
export function readProposed(proposed: unknown): Partial<OrganisationRecord> {
  return (proposed ?? {}) as Partial<OrganisationRecord>
}

/**
 * Whether an e-mail address is at the host of a website or below it, `www.` aside: `ada@mail.example.com` and
 * `https://www.example.com` match.
 */
export function belongsTo(email: string, website: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const host = URL.parse(website)?.hostname.replace(/^www\./, '') ?? ''
  return host.includes('.') && (domain === host || domain.endsWith(`.${host}`))
}
