/**
 * What `make` returned at the first call with this name in this process. On globalThis: Next evaluates
 * modules again for its routes, and the server around it has its own.
 */
export function remember<T extends object>(name: `guichet${string}`, make: () => T): T {
  const kept = globalThis as unknown as Record<string, T | undefined>
  kept[name] ??= make()
  return kept[name]
}
