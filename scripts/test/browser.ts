import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const command = 'apt-get update && apt-get install --yes --no-install-recommends chromium'

/** The browser for the journeys: `PLAYWRIGHT_CHROMIUM`, else the first Chromium found in PATH, else null. */
export function findBrowser(): string | null {
  const chosen = process.env.PLAYWRIGHT_CHROMIUM
  if (chosen) return isProgram(chosen) ? chosen : null
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin']
  const places = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return places.find(isProgram) ?? null
}

/**
 * Finds a browser, or installs Debian's Chromium when this is root on a system with apt.
 * @returns its path, or a sentence that says what to do
 */
export function requireBrowser(): { path: string } | { problem: string } {
  const path = findBrowser()
  if (path) return { path }
  if (process.env.PLAYWRIGHT_CHROMIUM)
    return { problem: `PLAYWRIGHT_CHROMIUM names ${process.env.PLAYWRIGHT_CHROMIUM}, which is no program.` }
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return {
      problem: `No Chromium was found. Install it (on Debian: sudo sh -c '${command}'), or set PLAYWRIGHT_CHROMIUM to its path.`,
    }
  console.warn(`No browser was found: ${command}`)
  const installed = spawnSync('sh', ['-c', command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  const found = findBrowser()
  if (found) return { path: found }
  return { problem: `No browser was found, and this failed:\n${command}\n${installed.stderr.toString()}` }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
