// `npm run bench`: installs the peers beside their lock file, then measures.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const bench = fileURLToPath(new URL('bench', import.meta.url))
const root = fileURLToPath(new URL('..', import.meta.url))

if (!existsSync(`${bench}/node_modules/oidc-provider`)) run('npm', ['ci'], bench)
run(process.execPath, ['--import', 'tsx', 'trials/bench/run.ts', ...process.argv.slice(2)], root)

function run(command, parameters, cwd) {
  const { status } = spawnSync(command, parameters, { cwd, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
