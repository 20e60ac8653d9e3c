import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditHead } from '@/lib/audit/verify'
import { SettingsError } from '@/lib/env'
import { writeFileAs } from '@/scripts/launch/postgres/owned-file'

/** Records, outside the database, the end of the audit log at the last successful verification. */
export function notePath(dataDir: string): string {
  return join(dataDir, 'audit-head.json')
}

/** The recorded head, or null. */
export function readNote(dataDir: string): AuditHead | null {
  const path = notePath(dataDir)
  if (!existsSync(path)) return null
  try {
    const { sequence, hash } = JSON.parse(readFileSync(path, 'utf8'))
    return parseHead(`${sequence}:${hash}`)
  } catch {
    throw new SettingsError(`${path} is damaged: put its copy back, or delete it to start again.`)
  }
}

export function writeNote(dataDir: string, head: AuditHead): void {
  writeFileAs(null, notePath(dataDir), `${JSON.stringify(head)}\n`)
}

/**
 * Reads `SEQUENCE:HASH`, as a verification prints it.
 * @throws SettingsError for anything else
 */
export function parseHead(text: string): AuditHead {
  const [, sequence, hash] = /^([1-9]\d{0,18}):([0-9a-f]{64})$/.exec(text) ?? []
  if (!sequence || !hash)
    throw new SettingsError(`--head: must be SEQUENCE:HASH as printed before, not "${text}".`)
  return { sequence, hash }
}
