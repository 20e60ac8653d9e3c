import { findProgram, install, installCommand, isProgram, mayInstall } from './debian'

// The headless shell renders the same, with less CPU.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const command = installCommand(['chromium-headless-shell'])

/** The browser for the journeys: `PLAYWRIGHT_CHROMIUM`, else the first Chromium found in PATH, else null. */
export function findBrowser(): string | null {
  const chosen = process.env.PLAYWRIGHT_CHROMIUM
  if (chosen) return isProgram(chosen) ? chosen : null
  return findProgram(...names)
}

/**
 * Finds a browser, or installs Debian's headless Chromium if this runs as root on a system with apt.
 * @returns its path, or a sentence that says what to do
 */
export function requireBrowser(): { path: string } | { problem: string } {
  const path = findBrowser()
  if (path) return { path }
  if (process.env.PLAYWRIGHT_CHROMIUM)
    return { problem: `PLAYWRIGHT_CHROMIUM names ${process.env.PLAYWRIGHT_CHROMIUM}, which does not exist.` }
  if (!mayInstall())
    return {
      problem: `No Chromium was found. Install it (on Debian: sudo sh -c '${command}'), or set PLAYWRIGHT_CHROMIUM to its path.`,
    }
  console.warn(`No browser was found: ${command}`)
  const complaint = install(command)
  const found = findBrowser()
  if (found) return { path: found }
  return { problem: `No browser was found, and this failed:\n${command}\n${complaint}` }
}
