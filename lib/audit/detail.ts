import { z } from 'zod'
import type { AuditRow } from './queries'

const commitment = z.object({ commitment: z.string() })

/**
 * The detail of an entry, with its addresses where they are known.
 * @param gone instead of those that were erased, or are past their retention
 */
export function readDetail<Gone>(
  { detail, addresses }: Pick<AuditRow, 'detail' | 'addresses'>,
  gone: Gone,
): Record<string, unknown> {
  const known = new Map(Object.entries(JSON.parse(addresses) as Record<string, string>))
  return Object.fromEntries(
    Object.entries(JSON.parse(detail) as Record<string, unknown>).map(([name, value]) => [
      name,
      commitment.safeParse(value).success ? (known.get(name) ?? gone) : value,
    ]),
  )
}
