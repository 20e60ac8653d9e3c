/** Makes the two files of a key pair. */
export const createKeyPair = `openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out private-key.pem
openssl pkey -in private-key.pem -pubout -out public-key.pem
`

type Input = { authUrl: string; clientId: string }

/**
 * A program that signs an assertion (RFC 7523) and gets a token with it; its key is next to it, in
 * `private-key.pem`.
 */
export function signedCall({ authUrl, clientId }: Input): { file: string; command: string; code: string } {
  return {
    file: 'signed-call.mjs',
    command: 'npm install jose && node signed-call.mjs',
    code: code(authUrl, clientId),
  }
}

function code(authUrl: string, clientId: string): string {
  return `import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { importPKCS8, SignJWT } from 'jose'

const authUrl = '${authUrl}'
const clientId = '${clientId}'

const algorithm = 'ES256' // the algorithm of your key
const privateKey = await importPKCS8(readFileSync('private-key.pem', 'utf8'), algorithm)

const assertion = await new SignJWT({ jti: randomUUID() })
  .setProtectedHeader({ alg: algorithm })
  .setIssuer(clientId)
  .setSubject(clientId)
  .setAudience(authUrl)
  .setExpirationTime('1m')
  .sign(privateKey)

const response = await fetch(\`\${authUrl}/oauth/token\`, {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  }),
})
console.log(await response.json())
`
}
