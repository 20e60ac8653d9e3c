import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { endOf, gatherOutput } from '@/scripts/launch/spawn'

/** What the image's user can run: the program of its entry point in the image's folder, with its own `/tmp`. */
export type Container = {
  /** Runs the program to its end. @returns its exit code and output */
  run(words: string[]): Promise<{ code: number | null; output: string }>
  start(words: string[]): Running
  /** Runs the image's health check. @returns its exit code */
  check(): Promise<number | null>
}

export type Running = {
  output(): string
  /** SIGTERM, as `docker stop` sends it. @returns the exit code */
  stop(): Promise<number | null>
}

/** If permitted, and if Node can be run that way, the processes run as a user who owns nothing of the image. */
const nobody = findNobody()

function findNobody(): { uid?: number; gid?: number } {
  const user = { uid: 65_534, gid: 65_534 }
  const reachable =
    process.getuid?.() === 0 && spawnSync(process.execPath, ['-e', ''], { ...user, cwd: '/' }).status === 0
  return reachable ? user : {}
}

/**
 * @param image the image's folder
 * @param program the entry point, relative to it
 * @param folder where this container's `/tmp` is made
 */
export function createContainer(
  image: string,
  program: string,
  folder: string,
  environment: Record<string, string>,
): Container {
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary, { recursive: true })
  chmodSync(temporary, 0o1777)
  const env = { ...environment, PATH: process.env.PATH, TMPDIR: temporary, NODE_ENV: 'production' as const }
  const launch = (words: string[]) => {
    const child = spawn(process.execPath, [program, ...words], {
      ...nobody,
      cwd: image,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return { child, output: gatherOutput(child) }
  }
  return {
    async run(words) {
      const { child, output } = launch(words)
      return { code: await endOf(child), output: output() }
    },
    check() {
      return endOf(
        spawn(join(image, 'ops/compose/check.sh'), { ...nobody, cwd: image, env, stdio: 'ignore' }),
      )
    },
    start(words) {
      const { child, output } = launch(words)
      const end = endOf(child)
      return {
        output,
        stop() {
          child.kill('SIGTERM')
          return end
        },
      }
    },
  }
}
