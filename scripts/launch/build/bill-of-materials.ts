import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../root'

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
