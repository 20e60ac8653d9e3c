import type { BuildOptions } from 'esbuild'

export function bundleOptions(root: string): BuildOptions
export function bundle(root: string, programs: Record<string, string>, outDir: string): void
