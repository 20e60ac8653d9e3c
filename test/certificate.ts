import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A self-signed certificate of this test, with its key: the paths of both files and their contents. */
export type Certificate = { certPath: string; keyPath: string; cert: Buffer; key: Buffer }

/**
 * Makes a self-signed certificate that is valid for 30 days.
 * @param folder where both files are written
 * @param host its common name
 * @param options further options of `openssl req`, such as `-addext`
 */
export function createCertificate(folder: string, host: string, options: string[] = []): Certificate {
  const [certPath, keyPath] = [join(folder, 'cert.pem'), join(folder, 'cert.pem.key')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30']
  const files = ['-keyout', keyPath, '-out', certPath]
  execFileSync('openssl', ['req', '-x509', ...kind, '-subj', `/CN=${host}`, ...options, ...files], {
    stdio: 'pipe',
  })
  return { certPath, keyPath, cert: readFileSync(certPath), key: readFileSync(keyPath) }
}
