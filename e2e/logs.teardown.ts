import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { journeysData } from '@/scripts/test/folders'
import { mailboxAddress } from './support/addresses'
import { expect, test } from './support/fixtures'

const folder = join(journeysData, 'logs')

test('after all journeys, no log holds a secret, a token, a link, a password or a whole msisdn', async () => {
  const secrets = [
    /guichet_(sandbox|production)_(secret|token)_/,
    /correct [0-9a-f-]{36} battery/,
    /\b(221|212|999)\d{9}\b/,
    ...(await readLinks()),
  ]
  for (const log of readdirSync(folder)) {
    const lines = readFileSync(join(folder, log), 'utf8').split('\n')
    const leaks = lines.filter((line) => secrets.some((secret) => secret.test(line)))
    expect(leaks, log).toEqual([])
  }
})

test('after all journeys, no process has complained', () => {
  // A queue looks for its own tables before it makes them, and PostgreSQL calls that an error.
  for (const log of readdirSync(folder).filter((name) => name !== 'postgres.log')) {
    const lines = readFileSync(join(folder, log), 'utf8').split('\n')
    expect(
      lines.filter((line) => /"level":[456]0|⨯|\bError:/.test(line)),
      log,
    ).toEqual([])
  }
})

/** The secret part of every link that was mailed. */
async function readLinks(): Promise<RegExp[]> {
  const mails = (await (await fetch(`${mailboxAddress}/api/email`)).json()) as { text: string }[]
  const links = mails.flatMap(({ text }) => [
    ...text.matchAll(/\/(?:activate|reset-password|change-email)\/([\w-]{20,})/g),
  ])
  expect(links).not.toEqual([])
  return links.map(([, secret]) => new RegExp(secret as string))
}
