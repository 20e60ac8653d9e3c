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
 * Writes what the running product is made of (CycloneDX 1.5, JSON) to `sbom.cdx.json` in this folder, unless it is
 * there for this package-lock.json. From the lock file alone: no network, nothing that happens to lie in node_modules.
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
  // npm names the product after the folder it stands in.
  bill.metadata.component.name = name
  bill.metadata.properties = [{ name: lockHashName, value: lockHash }]
  writeFileSync(path, `${JSON.stringify(bill, null, 2)}\n`)
  return path
}

async function askNpm(): Promise<string> {
  // npm names the program that runs it; without npm around us, it is on the path.
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
