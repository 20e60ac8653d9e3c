import { z } from 'zod'
import { reasonSchema } from '@/lib/developers/reason'

/** Named differently from the reason of the suspension form on the same page. */
export const appointmentSchema = z
  .object({ memberId: z.uuid('member_required'), appointmentReason: reasonSchema.shape.reason })
  .transform(({ memberId, appointmentReason }) => ({ memberId, reason: appointmentReason }))
