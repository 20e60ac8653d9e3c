import { z } from 'zod'
import { now } from '@/lib/clock'
import type { Fault } from './faults'
import type { ImportProgress, ImportReport } from './import-accounts'
import { parseMsisdn } from './msisdn'
import { parseAsOf } from './timestamp'

/** What an upload of accounts can be in; the table of what follows on what is {@link uploadTransitions}. */
export const uploadStates = ['waiting', 'running', 'done', 'refused', 'failed'] as const
export type UploadState = (typeof uploadStates)[number]

/** The states that each state can change to. A worker that is killed leaves `running`, from which the next resumes. */
export const uploadTransitions: Record<UploadState, readonly UploadState[]> = {
  waiting: ['running', 'done', 'refused', 'failed'],
  running: ['done', 'refused', 'failed'],
  done: [],
  refused: [],
  failed: [],
}

/**
 * The worker's result of an upload: the command's report, or why the file cannot be read, in English and as a
 * fault.
 */
export type UploadReport = Partial<ImportReport> & { error?: string; fault?: Pick<Fault, 'code' | 'values'> }
export type UploadProgress = ImportProgress

const tick = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on')

/** The form of an upload, with the same rules as the options of `import-accounts`. */
export const uploadOptionsSchema = z
  .object({
    environment: z.enum(['production', 'sandbox'], 'environment_required'),
    asOf: z
      .string()
      .trim()
      .default('')
      .transform((text, context) => {
        const read = text === '' ? { asOf: now().toISOString() } : parseAsOf(text)
        if (typeof read === 'object') return read.asOf
        context.addIssue({ code: 'custom', message: `as_of_${read}` })
        return z.NEVER
      }),
    complete: tick,
    allowRemovals: z
      .string()
      .trim()
      .default('')
      .refine((text) => /^\d{0,9}$/.test(text), 'allow_removals_invalid')
      .transform((text) => (text === '' ? null : Number(text))),
    skipBad: tick,
  })
  .superRefine(({ complete, skipBad, allowRemovals }, context) => {
    if (complete && skipBad)
      context.addIssue({ code: 'custom', path: ['skipBad'], message: 'complete_with_skip' })
    if (allowRemovals !== null && !complete)
      context.addIssue({ code: 'custom', path: ['allowRemovals'], message: 'allow_without_complete' })
  })
export type UploadOptions = z.output<typeof uploadOptionsSchema>

/** The form that looks a number up. */
export const lookUpSchema = z.object({
  msisdn: z
    .string('msisdn_invalid')
    .max(40, 'msisdn_invalid')
    .transform((text, context) => {
      const read = parseMsisdn(text.trim())
      if (read !== null) return read
      context.addIssue({ code: 'custom', message: 'msisdn_invalid' })
      return z.NEVER
    }),
})
