/** Whether a code of OpenSSL's, as Node's errors have it, says that this machine does not trust a certificate. */
export function isUntrusted(code: unknown): boolean {
  return typeof code === 'string' && /CERT|SIGNATURE|UNABLE_TO_|ALTNAME/.test(code)
}

/** Why no connection to PostgreSQL was made, and what to set if its certificate is the cause. No password. */
export function explainConnection(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  const reason = message?.split('\n')[0]?.trim().replace(/\.$/, '').slice(0, 200) || code || 'unknown'
  if (isUntrusted(code))
    return `${reason} (${code}): add sslrootcert=/path/ca.pem to its URL, the certificate of the authority that signed the server's, or set NODE_EXTRA_CA_CERTS to that file`
  return reason
}
