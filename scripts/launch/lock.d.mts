export function takeLock(
  path: string,
  timeoutMs: number,
): Promise<{ release: () => void } | { holder: number }>
