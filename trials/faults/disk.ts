import { spawn } from 'node:child_process'
import { readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { memberName } from '../cluster/database-config'
import { waitForBoth } from '../cluster/primary'
import { getPrimary } from './kills'
import type { Scenario } from './scenario'

const lasting = 30_000

/** The primary's disk is full to the last byte: PostgreSQL stops at its next write to the WAL. */
export const diskFault: Scenario = {
  name: 'disk',
  title: 'The primary’s disk is full for 30 s',
  obstacle: ({ disks }) => (disks ? null : 'needs root, to give each PostgreSQL a small disk of its own'),
  async run(world, { struck }) {
    const previous = await getPrimary(world)
    const folder = world.disks?.[previous] as string
    await fill(folder)
    struck()
    // Space that PostgreSQL frees in the meantime is filled again.
    for (const end = Date.now() + lasting; Date.now() < end; await pause(500)) await fill(folder)
    for (const file of readdirSync(folder)) if (file.startsWith('ballast')) rmSync(join(folder, file))
    await waitForBoth(world.cluster.ports)
    const now = await getPrimary(world)
    return now === previous ? `${memberName(now)} stayed primary` : `${memberName(now)} became primary`
  },
}

/** In a separate program, as writing so much would block this process. It ends when nothing more fits. */
async function fill(folder: string): Promise<void> {
  if (statfsSync(folder).bavail === 0) return
  const file = join(folder, `ballast-${Date.now()}`)
  for (const size of ['1M', '4k']) {
    const writer = spawn('dd', ['if=/dev/zero', `of=${file}-${size}`, `bs=${size}`], { stdio: 'ignore' })
    await new Promise((done, fail) => writer.once('close', done).once('error', fail))
  }
}
