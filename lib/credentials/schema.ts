import { z } from 'zod'

/** Hours for which the previous secret may keep working alongside the new one; 0 ends it immediately. */
export const overlapHours = [0, 24, 72, 168] as const

/** A rotation. `secretId` is the secret that the form showed as current, so that a form sent twice rotates once. */
export const rotationSchema = z.object({
  secretId: z.uuid(),
  overlap: z.coerce
    .number('overlap')
    .refine((hours) => overlapHours.some((allowed) => allowed === hours), 'overlap'),
})

/** A public key as pasted. */
export const newKeySchema = z.object({
  publicKey: z.string().min(1, 'malformed_key').max(8192, 'malformed_key'),
})

/** The id of the key to remove. */
export const removedKeySchema = z.object({ keyId: z.uuid() })

/** The id of the retiring secret to end. */
export const endingSchema = z.object({ secretId: z.uuid() })
