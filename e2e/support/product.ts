import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { settingNames } from '@/lib/env'
import { buildTarget, demoData, journeysData, journeysFolder } from '@/scripts/check/folders'
import { findPlace } from '@/scripts/launch/postgres/place'
import { stopPostmaster } from '@/scripts/launch/postgres/postmaster'
import { projectRoot } from '@/scripts/launch/root'
import { portSettings } from './addresses'

// Runs `npm start`'s program with separate ports and folders, and a data folder that is emptied first. With
// --demo, the demo.
const options = process.argv.slice(2)
await empty(options.includes('--demo') ? demoData : journeysData)
const child = spawn(process.execPath, ['scripts/launch/start.mjs', ...options], {
  cwd: projectRoot,
  stdio: 'inherit',
  // Receivers of webhooks are journeys themselves. All logs are on: they are searched for what may be in none.
  env: {
    ...process.env,
    ...noSettings(),
    ...portSettings,
    ...folders(),
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1',
    ACCESS_LOG: 'on',
  },
})
// Playwright signals the whole process group: the product stops by itself, and this process waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})

async function empty(dataDir: string): Promise<void> {
  const place = findPlace(dataDir)
  if (place) {
    await stopPostmaster(place.data)
    rmSync(place.folder, { recursive: true, force: true })
  }
  rmSync(journeysFolder, { recursive: true, force: true })
  mkdirSync(journeysFolder, { recursive: true })
}

/** Empty settings count as absent, and keep a `.env` of the developer from being read into the journeys. */
function noSettings(): Record<string, string> {
  return Object.fromEntries(settingNames.map((name) => [name, '']))
}

function folders(): Record<string, string> {
  return {
    DATA_DIR: journeysData,
    NEXT_DIST_DIR: buildTarget.distDir,
    BUILD_DIR: buildTarget.outDir,
  }
}
