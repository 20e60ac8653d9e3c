import type { SnippetInput } from './samples'

/** The token call for a terminal that has the secret in CLIENT_SECRET. */
export function curlToken(tokenUrl: string, clientId: string): string {
  return `curl -i '${tokenUrl}' \\
  -d grant_type=client_credentials \\
  -d client_id='${clientId}' \\
  -d client_secret="$CLIENT_SECRET"`
}

/**
 * The balance call for a terminal that has the token in TOKEN.
 * @param accountUrl the account endpoint's URL
 * @param msisdn any text: encoded as in a form, it has no quotes left
 */
export function curlBalance(accountUrl: string, msisdn: string): string {
  return `curl -i '${accountUrl}?${new URLSearchParams({ msisdn })}' \\
  -H "Authorization: Bearer $TOKEN"`
}

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
