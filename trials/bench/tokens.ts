import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

const parallel = 32

/**
 * Requests one token from the server on `port` for each form in `forms`, and writes them to `file`, one per line. Done
 * before each round on balances, as Guichet's tokens are valid for five minutes.
 */
export async function collectTokens(port: number, forms: string, file: string): Promise<string> {
  const bodies = readFileSync(forms, 'utf8').trim().split('\n')
  const tokens: string[] = new Array(bodies.length)
  const agent = new Agent({ keepAlive: true, maxSockets: parallel })
  let next = 0
  async function work(): Promise<void> {
    for (let index = next++; index < bodies.length; index = next++)
      // A busy machine's database may be late once.
      tokens[index] = await askToken(agent, port, bodies[index] ?? '').catch(() =>
        askToken(agent, port, bodies[index] ?? ''),
      )
  }
  await Promise.all(Array.from({ length: parallel }, work))
  agent.destroy()
  writeFileSync(file, `${tokens.join('\n')}\n`)
  return file
}

function askToken(agent: Agent, port: number, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': body.length }
    const asking = request(
      { agent, port, host: '127.0.0.1', method: 'POST', path: '/oauth/token', headers },
      (answer) => {
        let text = ''
        answer.on('data', (chunk) => {
          text += chunk
        })
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve(JSON.parse(text).access_token)
          else reject(new Error(`no token on port ${port}: ${answer.statusCode} ${text}`))
        })
      },
    )
    asking.on('error', reject)
    asking.end(body)
  })
}
