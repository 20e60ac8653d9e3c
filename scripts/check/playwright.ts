import { spawnSync } from 'node:child_process'
import { buildAll } from '../launch/build/build'
import { projectRoot } from '../launch/root'
import { requireBrowser } from './browser'
import { buildTarget } from './folders'

/**
 * Runs Playwright with a configuration other than the journeys' on the journeys' build, made first.
 * @returns its exit code
 */
export async function runPlaywright(
  config: string,
  args: string[] = [],
  environment: Record<string, string> = {},
) {
  const browser = requireBrowser()
  if ('problem' in browser) {
    console.error(browser.problem)
    return 1
  }
  await buildAll(buildTarget)
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '--config', config, ...args],
    {
      cwd: projectRoot,
      stdio: 'inherit',
      env: { ...process.env, PLAYWRIGHT_CHROMIUM: browser.path, ...environment },
    },
  )
  return status ?? 1
}
