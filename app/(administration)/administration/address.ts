export type Query = Record<string, string | string[] | undefined>

/** One value of the address, without what PostgreSQL refuses in a text (NUL); absent when empty. */
export function readText(query: Query, name: string, limit = 200): string | undefined {
  const value = query[name]
  if (typeof value !== 'string') return undefined
  return value.replaceAll('\0', '').trim().slice(0, limit) || undefined
}

/** One of the known values, or absent. */
export function readChoice<Value extends string>(
  query: Query,
  name: string,
  values: readonly Value[],
): Value | undefined {
  return values.find((value) => value === query[name])
}

/** A path with what is there of `values` behind it. */
export function withQuery(path: string, values: Record<string, string | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value)
  return query.size > 0 ? `${path}?${query}` : path
}
