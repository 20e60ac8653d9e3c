import { SettingsError } from '@/lib/env'
import { listenForEnd, shutDown } from '@/scripts/launch/start/shutdown'

/**
 * Runs `main` and exits with its exit code. However the process ends, even through a bug in the run itself, it leaves
 * no cluster and no disk behind.
 */
export async function runToEnd(main: () => Promise<number>): Promise<never> {
  listenForEnd()
  process.once('uncaughtException', fail)
  try {
    return await shutDown(await main())
  } catch (error) {
    return fail(error)
  }
}

function fail(error: unknown): Promise<never> {
  console.error(error instanceof SettingsError ? error.message : error)
  return shutDown(1)
}
