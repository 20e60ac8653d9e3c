// Plain JavaScript without dependencies or new features: it has to run on the Node that it refuses.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Exits with a one-line error when Node is older than package.json allows. */
export function refuseOldNode(version = process.versions.node) {
  const oldest = readOldest(dirname(fileURLToPath(import.meta.url)))
  if (compare(version, oldest) >= 0) return
  console.error(`Guichet needs Node ${oldest} or later; this is ${version}.`)
  process.exit(1)
}

/** From the nearest package.json above, whether this runs from source or bundled. */
function readOldest(folder) {
  try {
    const { engines } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return engines.node.replace('>=', '')
  } catch (error) {
    if (error.code !== 'ENOENT' || folder === dirname(folder)) throw error
    return readOldest(dirname(folder))
  }
}

function compare(one, other) {
  const [left, right] = [one, other].map((text) => text.split('.').map(Number))
  for (let part = 0; part < right.length; part++)
    if (left[part] !== right[part]) return left[part] - right[part]
  return 0
}
