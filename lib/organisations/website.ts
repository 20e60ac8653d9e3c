/**
 * Whether an e-mail address is at the host of a website or below it, `www.` aside: `ada@mail.example.com` and
 * `https://www.example.com` match.
 */
export function belongsTo(email: string, website: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const host = URL.parse(website)?.hostname.replace(/^www\./, '') ?? ''
  return host.includes('.') && (domain === host || domain.endsWith(`.${host}`))
}
