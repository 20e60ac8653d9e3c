import { Prisma } from '@/generated/prisma/client'
import { testCode } from './schema'

/** The errors that a row of usage counts, without tests. */
export const errorsInRow = Prisma.raw(
  `(refused + limited + failed - coalesce((codes ->> '${testCode}')::bigint, 0))`,
)
