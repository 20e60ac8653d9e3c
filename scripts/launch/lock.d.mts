export function takeLock(
  path: string,
  timeoutMs: number,
): Promise<{ release: () => void } | { holder: number }>
export function identify(pid: number): string | null
export function readStat(pid: number | 'self'): string[]
