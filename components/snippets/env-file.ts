import type { SnippetInput } from './samples'

export type EnvInput = Pick<SnippetInput, 'authUrl' | 'baseUrl' | 'clientId'>
type Input = EnvInput & Pick<SnippetInput, 'clientSecret'>

/** The settings of a program that calls the API, as a `.env` file; a secret that isn't revealed is left empty. */
export function envFile({ authUrl, baseUrl, clientId, clientSecret }: Input): string {
  return [
    `AUTH_URL=${authUrl}`,
    `BASE_URL=${baseUrl}`,
    `CLIENT_ID=${clientId}`,
    `CLIENT_SECRET=${clientSecret ?? ''}`,
    '',
  ].join('\n')
}
