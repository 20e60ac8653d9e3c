import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The program that runs the snippets of a language. */
const programs = {
  curl: 'bash',
  javascript: 'node',
  python: 'python3',
  php: 'php',
  java: 'java',
  go: 'go',
}
export type Language = keyof typeof programs

const flags: Record<string, string[]> = { go: ['run'] }

/** The languages whose program this machine has. */
export const installed = (Object.keys(programs) as Language[]).filter(
  (language) => spawnSync(programs[language], [language === 'go' ? 'version' : '--version']).status === 0,
)

export const absent = Object.values(programs).filter(
  (program) => !installed.some((each) => programs[each] === program),
)

type Run = {
  code: string
  /** Its name, if the reader saves it as a file. */
  file: string | null
  /** Where it is written and run. */
  folder: string
  env: Record<string, string>
  parameters?: string[]
}

/** Runs code as its reader would. @returns what it printed; "failed: " first when it did not end well */
export async function runCode(language: Language, { code, file, folder, env, parameters = [] }: Run) {
  const path = join(folder, file ?? 'paste.sh')
  writeFileSync(path, code)
  const all = [...(flags[language] ?? []), path, ...parameters]
  return promisify(execFile)(programs[language], all, {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_ENV: 'test', HOME: folder, LANG: 'C.UTF-8', ...env },
  }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string }) => `failed: ${error.stderr}${error.stdout}`,
  )
}

/** A proxy in front of a gateway: rejects the first requests, each for a second, and passes all others on. */
export async function startBusy(target: string, refusals: number[]) {
  const asked: number[] = []
  const server = createServer(async ({ url, headers: { authorization = '' } }, response) => {
    const refusal = refusals[asked.push(performance.now()) - 1]
    if (refusal) return response.writeHead(refusal, { 'Retry-After': '1' }).end()
    const answer = await fetch(`${target}${url}`, { headers: { authorization } })
    response.writeHead(answer.status).end(await answer.text())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    asked,
    close: async () => {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}
