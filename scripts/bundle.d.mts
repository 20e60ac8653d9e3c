export function bundle(root: string, programs: Record<string, string>, outDir: string): void
