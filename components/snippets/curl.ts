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
