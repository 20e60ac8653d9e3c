import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle, bundleProgram } from '../bundle.mjs'
import { takeLock } from '../lock.mjs'
import { projectRoot } from '../root'
import { writeBillOfMaterials } from './bill-of-materials'
import { generateClient } from './generate'
import { runNode } from './run'
import { hashSources } from './sources'

/** Where a build goes, relative to the project: Next's folder, and that of the other programs. */
export type BuildTarget = { distDir: string; outDir: string }

/** Moved by the tests, which build beside a running product. */
export const defaultTarget: BuildTarget = {
  distDir: process.env.NEXT_DIST_DIR || '.next',
  outDir: process.env.BUILD_DIR || '.build',
}

/** The programs, by the name of their bundle. The portal's is the server around what Next builds. */
const programs = {
  prepare: 'scripts/operate/prepare/main.ts',
  gateway: 'gateway/main.ts',
  worker: 'worker/main.ts',
  portal: 'portal/main.ts',
  mailbox: 'mailbox/main.ts',
}

const portalSources = [
  ...['package-lock.json', 'next.config.mjs', 'postcss.config.mjs', 'tailwind.config.ts', 'tsconfig.json'],
  'instrumentation.ts',
  ...['app', 'components', 'emails', 'i18n', 'lib', 'messages', 'public', 'prisma'],
]

const timeoutMs = 600_000

/**
 * Makes everything that `npm start` runs: Prisma's client, the bundles, and the portal when its sources changed since
 * its last build; and the list of what all of it is made of. Two builds of one folder wait for each other.
 * @param onLine gets what the portal's build writes, line by line
 * @returns true when the portal was built, false when its build was still good
 * @throws ProgramError with the tail of the output of what failed
 */
export async function buildAll(target: BuildTarget, onLine?: (line: string) => void): Promise<boolean> {
  const outDir = join(projectRoot, target.outDir)
  mkdirSync(outDir, { recursive: true })
  const lock = await takeLock(join(outDir, 'lock'), timeoutMs)
  if ('holder' in lock)
    throw new Error(`Process ${lock.holder} has been building for ten minutes: stop it first.`)
  try {
    await generateClient()
    bundle(projectRoot, programs, outDir)
    bundleProgram(projectRoot, 'run', 'scripts/launch/run.ts', outDir)
    // The product runs without it, so that a machine whose npm is odd or missing still starts.
    await writeBillOfMaterials(outDir).catch((error) =>
      onLine?.(`The bill of materials was not made: ${String(error.message).split('\n')[0]}`),
    )
    return await buildPortal(target.distDir, onLine)
  } finally {
    lock.release()
  }
}

async function buildPortal(distDir: string, onLine?: (line: string) => void): Promise<boolean> {
  const marker = join(projectRoot, distDir, 'made-from')
  const sources = hashSources(portalSources)
  if (existsSync(marker) && readFileSync(marker, 'utf8') === sources) return false
  rmSync(marker, { force: true })
  const args = ['node_modules/next/dist/bin/next', 'build']
  await runNode('The build of the portal', args, portalBuildEnvironment(distDir), onLine)
  writeFileSync(marker, sources)
  return true
}

/**
 * All that the portal's build is told. Next mixes its key into the name of every form's action: with one of its own for
 * each build, as it would have, no build knows the forms of another. With one for all, a name stands for as long as its
 * file and function do. It is no secret, as nothing is encrypted by it (docs/decisions/0027).
 */
export function portalBuildEnvironment(distDir: string): Record<string, string> {
  return {
    NODE_ENV: 'production',
    NEXT_DIST_DIR: distDir,
    NEXT_TELEMETRY_DISABLED: '1',
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: createHash('sha256')
      .update('guichet server actions')
      .digest('base64'),
    // A build must not depend on settings: without this, Next reads .env.
    __NEXT_PROCESSED_ENV: 'true',
  }
}
