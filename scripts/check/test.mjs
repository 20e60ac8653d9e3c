import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { installDependencies } from '../launch/install.mjs'

// Plain JavaScript: on a fresh clone, nothing that runs TypeScript is installed yet.
await installDependencies()
const main = fileURLToPath(new URL('main.ts', import.meta.url))
const child = spawn(process.execPath, ['--import', 'tsx', main, ...process.argv.slice(2)], {
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  stdio: 'inherit',
})
// Ctrl-C reaches the whole process group: the child cleans up, and this one waits for it.
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {})
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})
