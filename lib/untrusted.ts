/** Whether a code of OpenSSL's, as Node's errors have it, says that this machine does not trust a certificate. */
export function isUntrusted(code: unknown): boolean {
  return typeof code === 'string' && /CERT|SIGNATURE|UNABLE_TO_|ALTNAME/.test(code)
}
