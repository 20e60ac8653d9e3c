import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { SettingsError } from '@/lib/env'
import { ProgramError } from '@/scripts/launch/build/run'
import { projectRoot } from '@/scripts/launch/root'
import { say } from '@/scripts/launch/start/console'
import { end, listenForEnd } from '@/scripts/launch/start/shutdown'
import { findPrimary } from './cluster/primary'
import { startCluster } from './cluster/start'
import { summarizeCluster } from './cluster/summary'

const usage = `Usage: npm --prefix trials run cluster -- [--port FIRST] [--data FOLDER]
  --port  the proxy's port; the others are in the hundred after it (7000)
  --data  the folder of its data (.cluster)`

listenForEnd()
try {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '7000' },
      data: { type: 'string', default: '.cluster' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    say(usage)
    await end(0)
  }
  const cluster = await startCluster({
    firstPort: Number(values.port),
    dataDir: resolve(projectRoot, values.data),
  })
  say(summarizeCluster(cluster, await findPrimary(cluster.ports)))
} catch (error) {
  const expected = error instanceof SettingsError || error instanceof ProgramError
  console.error(
    expected ? error.message : `The cluster could not start. ${(error as Error).message ?? error}`,
  )
  await end(1)
}
