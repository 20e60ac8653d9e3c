import { spawn } from 'node:child_process'
import { readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { memberName } from '../cluster/database-config'
import { waitForBoth } from '../cluster/primary'
import { getPrimary } from './kills'
import type { Scenario } from './scenario'

const lasting = 30_000

/** The primary's disk is full to the last byte: PostgreSQL stops at its next write of the log. */
export const diskFault: Scenario = {
  name: 'disk',
  title: 'The primary’s disk is full for 30 s',
  obstacle: ({ disks }) => (disks ? null : 'needs root, to give each PostgreSQL a small disk of its own'),
  async run(world, { struck }) {
    const former = await getPrimary(world)
    const folder = world.disks?.[former] as string
    await fill(folder)
    struck()
    // What PostgreSQL frees and takes meanwhile is taken again.
    for (const end = Date.now() + lasting; Date.now() < end; await pause(500)) await fill(folder)
    for (const file of readdirSync(folder)) if (file.startsWith('ballast')) rmSync(join(folder, file))
    await waitForBoth(world.cluster.ports)
    const now = await getPrimary(world)
    return now === former ? `${memberName(now)} went on as primary` : `${memberName(now)} became primary`
  },
}

/** By a program of its own, as so much to write would hold up what runs here. It ends when nothing more fits. */
async function fill(folder: string): Promise<void> {
  if (statfsSync(folder).bavail === 0) return
  const file = join(folder, `ballast-${Date.now()}`)
  for (const size of ['1M', '4k']) {
    const writer = spawn('dd', ['if=/dev/zero', `of=${file}-${size}`, `bs=${size}`], { stdio: 'ignore' })
    await new Promise((done, fail) => writer.once('close', done).once('error', fail))
  }
}
