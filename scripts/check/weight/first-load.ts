import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** `page` as a route is written (`/docs/errors/[code]`), and what its first load brings, gzipped. */
export type Weight = { page: string; bytes: number }

type PageManifest = { entryJSFiles?: Record<string, string[]> }

const manifestName = 'page_client-reference-manifest.js'

/**
 * What a modern browser loads of scripts with each page of a build, before anything is done on it: the framework's files
 * and those of the page, its layouts and its error pages, as the page's HTML names them. The polyfills are for browsers
 * that do not know modules.
 * @param distDir a folder that `next build` wrote
 */
export function weighPages(distDir: string): Weight[] {
  const { rootMainFiles } = JSON.parse(readFileSync(join(distDir, 'build-manifest.json'), 'utf8'))
  const sizes = new Map<string, number>()
  const sizeOf = (file: string) => {
    const known = sizes.get(file) ?? gzipSync(readFileSync(join(distDir, file))).length
    sizes.set(file, known)
    return known
  }
  return listManifests(join(distDir, 'server', 'app')).map((path) => {
    const [[page, { entryJSFiles = {} }] = ['', {}]] = Object.entries(readManifest(path))
    const files = new Set([...rootMainFiles, ...Object.values(entryJSFiles).flat()])
    return { page: routeOf(page), bytes: [...files].reduce((sum, file) => sum + sizeOf(file), 0) }
  })
}

function listManifests(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(manifestName))
    .map((file) => join(folder, file))
    .filter((file) => existsSync(join(dirname(file), 'page.js')))
}

/** Next writes its manifests as scripts that fill a variable. */
function readManifest(path: string): Record<string, PageManifest> {
  const holder = globalThis as { __RSC_MANIFEST?: Record<string, PageManifest> }
  holder.__RSC_MANIFEST = {}
  createRequire(import.meta.url)(path)
  return holder.__RSC_MANIFEST
}

/** `/(auth)/sign-in/page` is `/sign-in`. */
function routeOf(page: string): string {
  return page.replaceAll(/\/\([^)]+\)/g, '').replace(/\/page$/, '') || '/'
}
