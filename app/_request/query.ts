import { z } from 'zod'
import type { Query } from '@/components/query'
import { removeMarks } from '@/lib/text-input'

/**
 * Makes the function that reads the parameters which `shape` names from a page's query. Anyone can write a URL, so each
 * field has to accept everything: {@link queryText}, {@link queryChoice}, or a schema that ends in `.catch(…)`.
 */
export function queryReader<Shape extends Record<string, z.ZodCatch>>(shape: Shape) {
  const schema = z.object(shape)
  return (query: Query) => schema.parse(query)
}

/** One text, trimmed, without marks that no one sees and what PostgreSQL refuses (NUL); absent if empty or repeated. */
export function queryText(maxLength = 200) {
  const clean = (text: string) => removeMarks(text).replaceAll('\0', '').trim().slice(0, maxLength)
  return z
    .string()
    .transform((text) => clean(text) || undefined)
    .optional()
    .catch(undefined)
}

/** One of the known values, or absent. */
export function queryChoice<const Value extends string>(values: readonly Value[]) {
  return z.enum(values).optional().catch(undefined)
}
