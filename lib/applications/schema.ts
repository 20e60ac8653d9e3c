import { z } from 'zod'
import type { Application } from '@/generated/prisma/client'
import { reasonSchema } from '@/lib/developers/reason'
import { emailAddress } from '@/lib/email-address'
import { isAtMost, isDisguised, maxInputLength, removeMarks, unsafe, visible } from '@/lib/text-input'

const nameLimit = 100

/** One line of 1 to 100 characters, in Unicode's composed form (NFC). Issues are keys of messages. */
const name = z
  .string('name_required')
  .max(maxInputLength(nameLimit), 'name_too_long')
  .transform((text) => text.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1, 'name_required')
      .refine(isAtMost(nameLimit), 'name_too_long')
      .refine((text) => !isDisguised(text), 'name_unsafe')
      .refine((text) => visible.test(text) || text === '', 'name_required'),
  )

/** The optional fields of several lines: forms have a taller input for them. */
export const longTexts: readonly string[] = ['description']

/**
 * Up to `limit` characters in Unicode's composed form, in one line unless the field is in `longTexts` (browsers send
 * line breaks as CR LF). Absent where a form does not have the field, as that of the previous version. Issues are keys
 * of messages: `FIELD_too_long`, `FIELD_unsafe`.
 */
export function optionalText(field: string, limit: number) {
  return z
    .string()
    .max(maxInputLength(limit), `${field}_too_long`)
    .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .refine(isAtMost(limit), `${field}_too_long`)
        .refine(
          (text) => !unsafe.test(longTexts.includes(field) ? text.replace(/[\n\t]/g, '') : text),
          `${field}_unsafe`,
        ),
    )
    .optional()
}

/** The editable fields of an application. */
export const applicationDetailsSchema = z.object({
  name,
  description: optionalText('description', 1000).default(''),
})

export type ApplicationDetails = z.output<typeof applicationDetailsSchema>

/** The fields that describe an application, in the order in which pages and exports show them. */
export const detailFields = applicationDetailsSchema.omit({ name: true }).keyof().options

/** Their values, by field. */
export function pickDetails(application: Record<(typeof detailFields)[number], string>) {
  return Object.fromEntries(detailFields.map((field) => [field, application[field]]))
}

/** The fields of a new application. */
export const newApplicationSchema = applicationDetailsSchema.extend({
  environment: z.enum(['sandbox', 'production'], 'environment_required'),
  /** The Sandbox application that the new one is promoted from. */
  sandboxId: z.uuid().optional().catch(undefined),
  /** Empty for a personal application; a form of the previous version has none. */
  organisationId: z
    .union([z.literal(''), z.uuid('organisation_unknown')], 'organisation_unknown')
    .transform((id) => id || null)
    .optional(),
})

export type NewApplication = z.output<typeof newApplicationSchema>

/** Days for which an invitation to a team can be accepted. */
export const teamInvitationDays = 7

/** The address to invite, and the role. */
export const teamInvitationSchema = z.object({
  email: emailAddress,
  role: z.enum(['member', 'owner'], 'role_required'),
})

/** Someone on a team, by the id of the developer. */
export const memberSchema = z.object({ memberId: z.string() })

/**
 * Whom an administrator makes the owner, and why: named differently from the reason of a suspension on the same page.
 */
export const appointmentSchema = z
  .object({ memberId: z.uuid('member_required'), appointmentReason: reasonSchema.shape.reason })
  .transform(({ memberId, appointmentReason }) => ({ memberId, reason: appointmentReason }))

/** An invitation that its sender revokes. */
export const revocationSchema = z.object({ invitationId: z.string() })

export type TeamInvitation = z.output<typeof teamInvitationSchema>

/** Whether an owner types an application's name to delete it: programs of customers depend on it now. */
export function requiresNameConfirmation({
  environment,
  state,
}: Pick<Application, 'environment' | 'state'>): boolean {
  return environment === 'production' && state === 'active'
}

/** Whether `typed` is this name as a page shows it, where several spaces look like one. */
export function isNameOf({ name }: Pick<Application, 'name'>, typed: string): boolean {
  return asShown(typed) === asShown(name)
}

function asShown(text: string): string {
  return removeMarks(text).normalize('NFC').replace(/\s+/g, ' ').trim()
}
