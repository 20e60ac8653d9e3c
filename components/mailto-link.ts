/**
 * An e-mail address as a link that opens a mail program with this recipient alone, whatever the part before
 * the @ contains (RFC 6068 §2).
 */
export function mailtoLink(email: string): string {
  return `mailto:${email.split('@').map(encodeURIComponent).join('@')}`
}
