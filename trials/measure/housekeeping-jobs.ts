import { pathToFileURL } from 'node:url'
import { createEnd } from '@/lib/background'
import { connectTo } from '@/lib/database'
import { purgeAbandonedUploads, purgeExpiredDocuments } from '@/lib/documents/retention'
import { requireSetting } from '@/lib/env'
import { removeOldUsage, rollUpUsage } from '@/lib/usage/roll-up'
import { prune } from '@/worker/prune'

/** Rows removed or aggregated, by kind. */
export type Done = Record<string, number>
/** The result of a turn, and whether nothing is left. */
export type Worked = { done: Done; finished: boolean }
export type JobName = keyof ReturnType<typeof createJobs>

export const jobNames: JobName[] = ['prune', 'rollUp', 'removeUsage', 'removeUploads', 'emptyDocuments']

/** The worker's jobs on old data, each for so many milliseconds. */
function createJobs() {
  const pool = connectTo(requireSetting('DATABASE_URL'), 'guichet-worker')
  return {
    async prune(milliseconds: number): Promise<Done> {
      let rows = 0
      const report = (_what: string, count: number) => {
        rows += count
      }
      await prune(pool, report, milliseconds)
      return { rows }
    },
    async rollUp(milliseconds: number): Promise<Done> {
      return { 'hours added up': (await rollUpUsage(pool, milliseconds)).hours }
    },
    async removeUsage(milliseconds: number): Promise<Done> {
      const { partitions, removed } = await removeOldUsage(pool, createEnd(milliseconds))
      return { partitions, rows: removed.usage_hour + removed.usage_day }
    },
    async removeUploads(milliseconds: number): Promise<Done> {
      return { 'pieces of uploads': await purgeAbandonedUploads(milliseconds) }
    },
    async emptyDocuments(milliseconds: number): Promise<Done> {
      return { documents: await purgeExpiredDocuments(milliseconds) }
    },
  }
}

// The measuring process imports names and types from here; a separate process does the work.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const jobs = createJobs()
  process.on('disconnect', () => process.exit())
  process.on('message', async ({ job, milliseconds }: { job: JobName; milliseconds: number }) => {
    const isOver = createEnd(milliseconds)
    const done = await jobs[job](milliseconds)
    process.send?.({ done, finished: !isOver() } satisfies Worked)
  })
}
