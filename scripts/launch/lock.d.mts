export function takeLock(
  path: string,
  patience: number,
): Promise<{ release: () => void } | { holder: number }>
