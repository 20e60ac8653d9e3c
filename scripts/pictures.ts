import { spawnSync } from 'node:child_process'
import { buildAll } from './build/build'
import { projectRoot } from './root'
import { requireBrowser } from './test/browser'
import { buildTarget } from './test/folders'

// The pictures of README and docs, taken from the real pages of a product of its own: `npm run pictures`.
const browser = requireBrowser()
if ('problem' in browser) {
  console.error(browser.problem)
  process.exit(1)
}
await buildAll(buildTarget)
const { status } = spawnSync(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/pictures.config.ts'],
  { cwd: projectRoot, stdio: 'inherit', env: { ...process.env, PLAYWRIGHT_CHROMIUM: browser.path } },
)
process.exitCode = status ?? 1
