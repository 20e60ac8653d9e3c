import type { BuildOptions } from 'esbuild'

export function bundleOptions(root: string): BuildOptions
export function bundle(root: string, programs: Record<string, string>, outDir: string): void
export function bundleProgram(root: string, name: string, source: string, outDir: string): void
