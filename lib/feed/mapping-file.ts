import { readFileSync } from 'node:fs'
import { SettingsError } from '@/lib/env'
import { type FeedMapping, parseMapping } from './mapping'

/** Reads the file of FEED_MAPPING; null without one. @throws SettingsError that names what is wrong in it */
export function readMapping(path: string | undefined): FeedMapping | null {
  if (!path) return null
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new SettingsError(
      `FEED_MAPPING: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    )
  }
  const mapping = parseMapping(text)
  if (typeof mapping !== 'string') return mapping
  throw new SettingsError(`FEED_MAPPING: ${path}: ${mapping}.`)
}
