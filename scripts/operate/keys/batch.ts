import { decrypt, type Keyring } from '@/lib/keyring'

/** The result for one kind of data. `unreadable` items are left unchanged: their key is gone, or they were altered. */
export type Outcome = { what: string; rotated: number; unreadable: string[] }

export type Options = {
  onProgress?: (what: string, done: number, total: number) => void
  /** rows whose locks are held at the same time */
  batch?: number
}

/** null when the key is gone, or the ciphertext was changed or moved. */
export function tryDecrypt(
  keyring: Keyring,
  { keyId, sealed }: { keyId: string; sealed: Buffer },
  context: string,
): Buffer | null {
  try {
    return decrypt(keyring, { keyId, ciphertext: sealed }, context)
  } catch {
    return null
  }
}
