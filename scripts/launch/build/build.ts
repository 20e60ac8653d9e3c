import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundle } from '../bundle.mjs'
import { lockFolder } from '../lock.mjs'
import { projectRoot } from '../root'
import { generateClientPackage } from './client-package'
import { generateSources } from './generate'
import { runNode } from './run'
import { hashSources } from './sources'

/** The output folders of a build, relative to the project: Next's, and that of the other programs. */
export type BuildTarget = { distDir: string; outDir: string }

/** Changed by the tests, which build next to a running product. */
export const defaultTarget: BuildTarget = {
  distDir: process.env.NEXT_DIST_DIR || '.next',
  outDir: process.env.BUILD_DIR || '.build',
}

/** The programs, by the name of their bundle. The portal's is the server around Next's build. */
export const programs = {
  prepare: 'scripts/operate/prepare/main.ts',
  gateway: 'gateway/main.ts',
  worker: 'worker/main.ts',
  feed: 'feed/main.ts',
  portal: 'portal/main.ts',
  mailbox: 'mailbox/main.ts',
}

const portalSources = [
  'package-lock.json',
  'next.config.mjs',
  'postcss.config.mjs',
  'tailwind.config.ts',
  'tsconfig.json',
  'instrumentation.ts',
  'app',
  'clients',
  'components',
  'emails',
  'i18n',
  'lib',
  'messages',
  'public',
  'prisma',
]

const timeoutMs = 600_000

/**
 * Builds everything that `npm start` runs: the generated sources, the bundles, the portal if its sources changed since
 * its last build, and the software bill of materials. Two builds of one folder wait for each other.
 * @param onLine gets the output of the portal's build, line by line
 * @returns true if the portal was built, false if its build was up to date
 * @throws ProgramError with the tail of the failed program's output
 */
export async function buildAll(target: BuildTarget, onLine?: (line: string) => void): Promise<boolean> {
  const outDir = join(projectRoot, target.outDir)
  mkdirSync(outDir, { recursive: true })
  const lock = await lockFolder(outDir, timeoutMs)
  if ('holder' in lock)
    throw new Error(`Process ${lock.holder} has been building for ten minutes: stop it first.`)
  try {
    await generateSources()
    await generateClientPackage()
    bundle(projectRoot, { ...programs, run: 'scripts/launch/run.ts' }, outDir)
    // The product runs without it, so that a machine with a broken or missing npm still starts.
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
 * The environment of the portal's build. Next mixes its key into the name of every form's action: with a new key per
 * build, Next's default, no build recognises the forms of another. With a fixed key, a name stays the same as long as
 * its file and function do. The key is no secret, as nothing is encrypted with it (docs/decisions/0027).
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

const lockHashName = 'guichet:package-lock-sha256'
const largestBytes = 64 * 1024 * 1024

type Bill = {
  metadata: { component: Record<string, unknown>; properties?: { name: string; value: string }[] }
  components: unknown[]
}

/**
 * Writes the software bill of materials of the product (CycloneDX 1.5, JSON) to `sbom.cdx.json` in this folder, unless
 * it exists for this package-lock.json. From the lock file only: it uses neither the network nor node_modules.
 * @returns the path of the file
 * @throws when npm is not found or fails
 */
export async function writeBillOfMaterials(outDir: string): Promise<string> {
  const path = join(outDir, 'sbom.cdx.json')
  const lockHash = createHash('sha256')
    .update(readFileSync(join(projectRoot, 'package-lock.json')))
    .digest('hex')
  if (existsSync(path) && readFileSync(path, 'utf8').includes(lockHash)) return path
  const bill = JSON.parse(await askNpm()) as Bill
  const { name } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  // npm names the product after its folder.
  bill.metadata.component.name = name
  bill.metadata.properties = [{ name: lockHashName, value: lockHash }]
  writeFileSync(path, `${JSON.stringify(bill, null, 2)}\n`)
  return path
}

async function askNpm(): Promise<string> {
  // npm sets this to its own path; when not run by npm, it is in PATH.
  const { npm_execpath } = process.env
  const [program, ...before] = npm_execpath ? [process.execPath, npm_execpath] : ['npm']
  const format = ['--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--omit=dev']
  const { stdout } = await promisify(execFile)(
    program ?? 'npm',
    [...before, 'sbom', ...format, '--loglevel=error', '--no-update-notifier'],
    { cwd: projectRoot, maxBuffer: largestBytes },
  )
  return stdout
}
