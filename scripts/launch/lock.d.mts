export function lockFolder(
  folder: string,
  timeoutMs: number,
): Promise<{ release: () => void } | { holder: number }>
