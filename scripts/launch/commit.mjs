import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The commit that is built: of GUICHET_COMMIT, which an image and an unpacked archive are built with, else of `.git`.
 * @param {string} root the project's folder
 * @param {string | undefined} given
 * @returns {string} its first eight digits, or `unknown`
 */
export function findCommit(root, given = process.env.GUICHET_COMMIT) {
  return shorten(given || readHead(root))
}

/** Only of the project's own repository: its folder may be within another one. */
function readHead(root) {
  if (!existsSync(join(root, '.git'))) return ''
  try {
    const stdio = ['ignore', 'pipe', 'ignore']
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8', stdio })
  } catch {
    return ''
  }
}

function shorten(commit) {
  return /^[0-9a-f]{7,64}$/i.test(commit.trim()) ? commit.trim().slice(0, 8).toLowerCase() : 'unknown'
}
