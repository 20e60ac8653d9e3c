import { z } from 'zod'
import { maxAccountListLength } from './account-list'

export const maxReasonLength = 2000
const maxMessageLength = 4000
/** Minutes for which a claim is valid unless it is renewed. */
export const claimMinutes = 30

/** Text as typed, without control characters: PostgreSQL refuses NUL, and a terminal would obey others in a mail. */
export function cleanText(value: string): string {
  return value
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}

const text = (max: number) => z.string().transform(cleanText).pipe(z.string().max(max, 'tooLong'))
const uuid = z.guid().transform((value) => value.toLowerCase())

/** An administrator's change of the accounts that an application may read. */
export const accessSchema = z.object({
  access: z.enum(['all', 'listed'], 'access_missing'),
  msisdns: z.string().max(maxAccountListLength, 'tooLong').default(''),
})

/** The positions of ticked lines, by requirement. */
export type Ticks = Record<string, number[]>

/** A reviewer's verdict on one document of a submission. */
export type Verdict = { requirementId: string; verdict: 'accepted' | 'replace'; reason: string | null }

export const decisionSchema = z
  .object({
    submissionId: uuid,
    outcome: z.enum(['approved', 'changes_requested', 'rejected']),
    reason: text(maxReasonLength).default(''),
    access: z.enum(['all', 'listed', 'unchanged']).catch('unchanged'),
    msisdns: z.string().max(maxAccountListLength, 'tooLong').default(''),
  })
  .refine(({ outcome, reason }) => outcome === 'approved' || reason !== '', {
    path: ['reason'],
    message: 'reasonMissing',
    when: () => true,
  })

const message = text(maxMessageLength).pipe(z.string().min(1, 'messageMissing'))

export const applicantMessageSchema = z.object({ message })
export const reviewerMessageSchema = z.object({ submissionId: uuid, message })
export const reviewerNoteSchema = z.object({ submissionId: uuid, note: message })

const checklistLength = 20
/** One line each; empty lines don't count. */
const checklist = text(4000)
  .default('')
  .transform((typed) =>
    typed
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.string().max(200, 'checklistLong')).max(checklistLength, 'checklistMany'))

const checkbox = z.literal('on').optional().transform(Boolean)

const requirementFields = z.object({
  requirementId: uuid.optional(),
  nameEn: text(120).pipe(z.string().min(1, 'nameMissing')),
  nameFr: text(120).pipe(z.string().min(1, 'nameMissing')),
  helpEn: text(1000).default(''),
  helpFr: text(1000).default(''),
  required: checkbox,
  /** A form of the previous version has none: it stays as it is. */
  scope: z.enum(['application', 'organisation'], 'scopeMissing').optional(),
  pdf: checkbox,
  jpeg: checkbox,
  png: checkbox,
  maxMegabytes: z.coerce.number({ error: 'sizeWrong' }).min(0.1, 'sizeWrong').max(50, 'sizeWrong'),
  checklistEn: checklist,
  checklistFr: checklist,
})
/** As many lines in both languages: the same position is the same line. */
export const requirementSchema = requirementFields.refine(
  ({ checklistEn, checklistFr }) => checklistEn?.length === checklistFr?.length,
  // Next to what is wrong with other fields.
  { path: ['checklistFr'], message: 'checklistUneven', when: () => true },
)
export type RequirementInput = z.output<typeof requirementSchema>

const label = text(120).pipe(z.string().min(1, 'textMissing'))
const body = text(1000).pipe(z.string().min(1, 'textMissing'))

export const reasonTemplateSchema = z.object({
  templateId: uuid.optional(),
  labelEn: label,
  labelFr: label,
  textEn: body,
  textFr: body,
})
export type ReasonTemplateInput = z.output<typeof reasonTemplateSchema>
