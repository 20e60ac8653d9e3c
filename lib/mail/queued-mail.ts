/** The key of a mail's job, so that the queue has at most one. */
export function mailJobKey(id: string): string {
  return `mail:${id}`
}

/** Binds a mail's ciphertext to its row. */
export function mailContext(id: string): string {
  return `mail_message:props:${id}`
}
