import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'node:path'
import type { Locale } from '@/lib/languages'
import { projectRoot } from '@/scripts/launch/root'

/** All texts of a language, of the pages and of everything else, by their keys. */
export function listMessages(locale: Locale): [key: string, text: string][] {
  const folder = `${projectRoot}/messages/${locale}`
  return readdirSync(folder)
    .filter((file) => file !== 'language.json')
    .flatMap((file) => flatten(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')), parse(file).name))
}

function flatten(value: object, path: string): [string, string][] {
  return Object.entries(value).flatMap(([key, inner]): [string, string][] =>
    typeof inner === 'string' ? [[`${path}.${key}`, inner]] : flatten(inner, `${path}.${key}`),
  )
}
