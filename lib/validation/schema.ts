import { z } from 'zod'
import type { DecisionOutcome } from '@/generated/prisma/enums'
import { outcomes } from '@/lib/applications/states'
import { isUuid } from '@/lib/ids'
import { type Locale, locales } from '@/lib/languages'
import { fieldOf, textFields } from '@/lib/translations'
import { maxAccountListLength, parseMsisdns } from './account-list'

const maxReasonLength = 2000
const maxMessageLength = 4000
/** Minutes for which an assignment is valid unless it is renewed. */
export const assignmentMinutes = 30

/** Text as typed, without control characters: PostgreSQL refuses NUL, and a terminal would obey others in a mail. */
function cleanText(value: string): string {
  return value
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}

const text = (max: number) => z.string().transform(cleanText).pipe(z.string().max(max, 'tooLong'))
const uuid = z.guid().transform((value) => value.toLowerCase())

/** The accounts that an application may read once approved: all, these msisdns, or (for a revision) no change. */
export type Access = 'all' | 'unchanged' | readonly bigint[]

const msisdns = z.string().max(maxAccountListLength, 'tooLong').default('')

/** The accounts in a list, each once; what is wrong with it is shown with the first wrong entry. */
function readList(typed: string, context: z.RefinementCtx): bigint[] {
  const read = parseMsisdns(typed)
  if (read.ok) return read.value
  const params = { entry: 'entry' in read ? read.entry : '' }
  context.addIssue({ code: 'custom', path: ['msisdns'], message: `msisdns_${read.reason}`, params })
  return z.NEVER
}

/** An administrator's change of the accounts that an application may read. */
export const accessSchema = z
  .object({ access: z.enum(['all', 'listed'], 'access_missing'), msisdns })
  .transform(({ access, msisdns: typed }, context): { access: 'all' | readonly bigint[] } => ({
    access: access === 'all' ? access : readList(typed, context),
  }))

/** The positions of ticked lines, by requirement. */
export type Ticks = Record<string, number[]>

/** A reviewer's verdict on one document of a submission. */
export type Verdict = { requirementId: string; verdict: 'accepted' | 'replace'; reason: string | null }

/** What a decision is in the audit log. */
export const decisionActions = outcomes.map((outcome) => `submission.${outcome}` as const)

export type DecisionInput = {
  outcome: DecisionOutcome
  /** Empty for an approval without a remark. */
  reason: string
  verdicts: Verdict[]
  access: Access
  /** The ticked items of the checklists. */
  ticks?: Ticks
}

/** With the verdicts and ticks of each document, in fields that its requirement names. */
export const decisionSchema = z
  .looseObject({
    outcome: z.enum(outcomes),
    reason: text(maxReasonLength).default(''),
    access: z.enum(['all', 'listed', 'unchanged']).catch('unchanged'),
    msisdns,
  })
  .refine(({ outcome, reason }) => outcome === 'approved' || reason !== '', {
    path: ['reason'],
    message: 'reasonMissing',
    when: () => true,
  })
  .check(
    z.superRefine((fields, context) => {
      if (fields.outcome === 'approved') return
      for (const { requirementId, verdict, reason } of readVerdicts(fields))
        if (verdict === 'replace' && !reason)
          context.addIssue({ code: 'custom', path: [`because-${requirementId}`], message: 'becauseMissing' })
    }),
  )
  .transform(({ outcome, reason, access, msisdns: typed, ...fields }, context): DecisionInput => {
    const listed = access === 'listed' && outcome === 'approved'
    const accounts = listed ? readList(typed, context) : access === 'all' ? access : 'unchanged'
    return { outcome, reason, verdicts: readVerdicts(fields), ticks: readTicks(fields), access: accounts }
  })

/** The verdicts in the fields of a decision: `verdict-<requirement>` and `because-<requirement>`. */
export function readVerdicts(fields: Record<string, unknown>): Verdict[] {
  return Object.entries(fields).flatMap(([field, verdict]): Verdict[] => {
    const requirementId = field.replace(/^verdict-/, '')
    if (requirementId === field || !isUuid(requirementId)) return []
    if (verdict === 'accepted') return [{ requirementId, verdict, reason: null }]
    const reason = cleanText(String(fields[`because-${requirementId}`] ?? '')).slice(0, maxReasonLength)
    return verdict === 'replace' ? [{ requirementId, verdict, reason }] : []
  })
}

/** `check-<requirement>-<position>` */
function readTicks(fields: Record<string, unknown>): Ticks {
  const ticks: Ticks = {}
  for (const field of Object.keys(fields)) {
    const [, requirementId, position] = /^check-([0-9a-f-]{36})-([0-9]{1,2})$/.exec(field) ?? []
    if (isUuid(requirementId)) ticks[requirementId] = [...(ticks[requirementId] ?? []), Number(position)]
  }
  return ticks
}

const message = text(maxMessageLength).pipe(z.string().min(1, 'messageMissing'))

export const messageSchema = z.object({ message })
export const noteSchema = z.object({ note: message })

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
  ...textFields({
    name: text(120).pipe(z.string().min(1, 'nameMissing')),
    help: text(1000).default(''),
    checklist,
  }),
  required: checkbox,
  /** A form of the previous version has none: it stays as it is. */
  scope: z.enum(['application', 'organisation'], 'scopeMissing').optional(),
  pdf: checkbox,
  jpeg: checkbox,
  png: checkbox,
  maxMegabytes: z.coerce.number({ error: 'sizeWrong' }).min(0.1, 'sizeWrong').max(50, 'sizeWrong'),
})

/** As many lines in each language: the same position is the same line. Further languages may have none. */
export const requirementSchema = locales
  .reduce(
    (schema, locale) =>
      schema.refine((value) => isEven(value, locale), {
        path: [fieldOf('checklist', locale)],
        message: 'checklistUneven',
        // Next to what is wrong with other fields.
        when: () => true,
      }),
    requirementFields,
  )
  .refine(({ pdf, jpeg, png }) => pdf || jpeg || png, { path: ['pdf'], message: 'no_kind', when: () => true })

function isEven(value: { checklistEn?: string[] }, locale: Locale): boolean {
  const lines = (value as Record<string, string[] | undefined>)[fieldOf('checklist', locale)]
  return !lines || !value.checklistEn || lines.length === value.checklistEn.length
}

/** Server actions carry up to 512 kB; forms and letterheads to fill in are smaller. */
const templateBytes = 200 * 1024

export const templateSchema = z.object({
  template: z
    .object({
      name: z.string(),
      bytes: z
        .custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array)
        .refine(({ length }) => length > 0, 'templateMissing')
        .refine(({ length }) => length <= templateBytes, 'templateTooLarge'),
    })
    .nullable(),
})

const label = text(120).pipe(z.string().min(1, 'textMissing'))
const body = text(1000).pipe(z.string().min(1, 'textMissing'))

export const reasonTemplateSchema = z.object({
  templateId: uuid.optional(),
  ...textFields({ label, text: body }),
})
