import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Client } from './factories'
import type { TestGateway } from './gateway'

/**
 * Runs a program of the docs in Node, with the credentials of an application at one gateway. @returns what it
 * prints
 */
export async function runClientProgram(
  file: string,
  { url }: Pick<TestGateway, 'url'>,
  { clientId, clientSecret }: Pick<Client, 'clientId' | 'clientSecret'>,
): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [file], {
    env: {
      NODE_ENV: 'production',
      AUTH_URL: url,
      BASE_URL: url,
      CLIENT_ID: clientId,
      CLIENT_SECRET: clientSecret,
    },
  })
  return stdout
}
