import { type ChildProcess, spawn } from 'node:child_process'
import { findFreePorts } from '@/scripts/check/ports'

/** A Redis for one test, which can be killed and restarted at the same port, and paused so that it hangs. */
export type TestRedis = { url: string; start(): void; kill(): Promise<void>; hang(): void; resume(): void }

/** Starts Debian's redis-server on loopback; `kill` it when done. */
export async function startRedis(): Promise<TestRedis> {
  const port = await findFreePorts(1)
  const options = ['--port', String(port), '--save', '', '--bind', '127.0.0.1']
  let server: ChildProcess
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    start() {
      server = spawn('redis-server', options, { stdio: 'ignore' })
    },
    hang: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    kill() {
      if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve()
      const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
      server.kill('SIGKILL')
      return ended
    },
  }
  redis.start()
  return redis
}
