import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const msisdn = '221500000001'

/**
 * Uses what most calls do not, as other applications do at the same time: rehearsals, test accounts with faults,
 * refusals of every kind and failed authentications, each by several applications.
 * @param file of form bodies, see `writeForms`
 * @returns stops, and says how many requests were sent
 */
export function useFeatures(port: number, file: string, pauseMs: number): () => Promise<number> {
  const forms = readFileSync(file, 'utf8').trim().split('\n').slice(-40)
  const url = `http://127.0.0.1:${port}`
  let sent = 0
  let stopped = false

  async function send(path: string, token: string, method = 'GET', body?: string): Promise<void> {
    sent++
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      body,
    })
    await response.arrayBuffer()
  }

  async function askToken(body: string): Promise<string> {
    sent++
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await fetch(`${url}/oauth/token`, { method: 'POST', headers, body })
    return ((await response.json()) as { access_token: string }).access_token ?? ''
  }

  async function useAll(form: string, turn: number): Promise<void> {
    const token = await askToken(form)
    const account = `/sandbox/v1/accounts/${msisdn}`
    const amount = { value: 1, unit: 'XOF' }
    const fault = { kind: 'error', code: 'unavailable', calls: 1 }
    const values = { type: 'customer', status: 'active', balance: amount, frozenBalance: amount }
    if (turn % 2 === 0) await send('/sandbox/v1/rehearsal', token, 'POST')
    await send(account, token, 'PUT', JSON.stringify({ ...values, fault }))
    for (const query of [msisdn, msisdn, '221500000999', 'malformed', `${msisdn}&x=%zz`])
      await send(`/api/eWallet/v1/account?msisdn=${query}`, token)
    await send(`/api/eWallet/v1/account?msisdn=${msisdn}`, `${token}x`)
    await askToken(`${form}x`)
    await askToken(`${form}&scope=x&padding=${'x'.repeat(8000)}`)
    if (turn % 2 === 0) await send('/sandbox/v1/rehearsal', token, 'DELETE')
  }

  async function run(): Promise<void> {
    for (let turn = 0; !stopped; turn++) {
      const form = forms[turn % forms.length] as string
      // A gateway without one of them refuses it, which is a load too.
      await useAll(form, Math.floor(turn / forms.length)).catch(() => {})
      await pause(pauseMs)
    }
  }

  const running = run()
  return async () => {
    stopped = true
    await running
    return sent
  }
}
