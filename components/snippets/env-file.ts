import type { SnippetInput } from './snippets'

type Input = Pick<SnippetInput, 'authUrl' | 'baseUrl' | 'clientId' | 'clientSecret'>

/** What a program needs to call, as a `.env` file; a secret that is not shown stays empty. */
export function envFile({ authUrl, baseUrl, clientId, clientSecret }: Input): string {
  return [
    `AUTH_URL=${authUrl}`,
    `BASE_URL=${baseUrl}`,
    `CLIENT_ID=${clientId}`,
    `CLIENT_SECRET=${clientSecret ?? ''}`,
    '',
  ].join('\n')
}
