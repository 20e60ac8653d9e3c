import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '@/test/resources'
import { projectRoot } from '../root'
import { endOf } from '../spawn'
import { writeReadinessFile } from './readiness-file'

let shared: string
let folder: string
beforeEach(() => {
  shared = temporaryFolder()
  folder = join(shared, 'own')
})

describe('the health check', () => {
  let server: Server
  let status: number
  beforeEach(async () => {
    status = 200
    server = createServer((_, response) => response.writeHead(status).end())
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  afterEach(() => void server.close())

  const url = (port = (server.address() as AddressInfo).port) => `http://127.0.0.1:${port}/readyz`
  async function check(): Promise<number | null> {
    const own = join(shared, `guichet-${process.getuid?.()}`)
    if (existsSync(folder)) renameSync(folder, own)
    const env = { XDG_RUNTIME_DIR: shared, NODE_ENV: 'test' as const }
    return endOf(spawn(join(projectRoot, 'ops/compose/check.sh'), { env, stdio: 'ignore' }))
  }

  test('passes if every process is ready; one that ended does not count', async () => {
    writeReadinessFile('portal', url(), folder)
    writeReadinessFile('gateway-sandbox', url(), folder)
    writeFileSync(join(folder, 'worker-999999999'), url(1))
    expect(await check()).toBe(0)
  })

  test('fails if one is not ready', async () => {
    writeReadinessFile('portal', url(), folder)
    status = 503
    expect(await check()).toBe(1)
  })

  test('fails if one does not listen', async () => {
    writeReadinessFile('portal', url(1), folder)
    expect(await check()).toBe(1)
  })

  test('fails if a full disk left its file empty, and if no process runs', async () => {
    mkdirSync(folder, { mode: 0o700 })
    writeFileSync(join(folder, `portal-${process.pid}`), '')
    expect(await check()).toBe(1)
    rmSync(join(shared, `guichet-${process.getuid?.()}`), { recursive: true })
    expect(await check()).toBe(1)
  })

  test('does not know a process that removed its mark', async () => {
    writeReadinessFile('portal', url(), folder)()
    expect(await check()).toBe(1)
  })
})

test('nothing is written through a link, or into a folder that others can change', () => {
  const elsewhere = join(shared, 'elsewhere')
  mkdirSync(elsewhere, { mode: 0o700 })
  symlinkSync(elsewhere, folder)
  expect(() => writeReadinessFile('portal', 'x', folder)).toThrow('is not a directory')
  expect(readdirSync(elsewhere)).toEqual([])
  rmSync(folder)
  mkdirSync(folder)
  chmodSync(folder, 0o777)
  expect(() => writeReadinessFile('portal', 'x', folder)).toThrow('closed to others')
  expect(existsSync(join(folder, `portal-${process.pid}`))).toBe(false)
})
