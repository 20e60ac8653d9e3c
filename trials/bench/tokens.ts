import { readFileSync, writeFileSync } from 'node:fs'

const parallel = 32

/**
 * Requests one token from the server on `port` for each form in `forms`, and writes them to `file`, one per line. Done
 * before each round on balances, as Guichet's tokens are valid for five minutes.
 */
export async function collectTokens(port: number, forms: string, file: string): Promise<string> {
  const bodies = readFileSync(forms, 'utf8').trim().split('\n')
  const tokens: string[] = new Array(bodies.length)
  let next = 0
  async function work(): Promise<void> {
    for (let index = next++; index < bodies.length; index = next++)
      // A busy machine's database may be late once.
      tokens[index] = await askToken(port, bodies[index] ?? '').catch(() =>
        askToken(port, bodies[index] ?? ''),
      )
  }
  await Promise.all(Array.from({ length: parallel }, work))
  writeFileSync(file, `${tokens.join('\n')}\n`)
  return file
}

async function askToken(port: number, body: string): Promise<string> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const response = await fetch(`http://127.0.0.1:${port}/oauth/token`, { method: 'POST', headers, body })
  const text = await response.text()
  if (!response.ok) throw new Error(`no token on port ${port}: ${response.status} ${text}`)
  return JSON.parse(text).access_token
}
