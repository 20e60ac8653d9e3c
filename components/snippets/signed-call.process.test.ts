import { execFile } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { importPKCS8, importSPKI } from 'jose'
import { expect, test } from 'vitest'
import { parsePublicKey } from '@/lib/credentials/public-key'
import { findFreePorts } from '@/scripts/check/ports'
import { projectRoot } from '@/scripts/launch/root'
import { switchToKeys } from '@/test/client-keys'
import { createApplication } from '@/test/factories'
import { withGateways } from '@/test/gateway'
import { temporaryFolder } from '@/test/resources'
import { createKeyPair, signedCall } from './signed-call'

const world = withGateways()
const folder = temporaryFolder()
const execute = promisify(execFile)

test('the commands and the program of the guide and of the console get a token as they are', async () => {
  await execute('sh', ['-ec', createKeyPair], { cwd: folder })
  const [publicKey, privateKey] = ['public', 'private'].map((kind) =>
    readFileSync(join(folder, `${kind}-key.pem`), 'utf8'),
  )
  expect(parsePublicKey(publicKey ?? '')).toMatchObject({ ok: true, value: { algorithms: ['ES256'] } })
  const { id, clientId } = await createApplication(world.owner)
  await switchToKeys(world.owner, id, {
    algorithm: 'ES256',
    publicKey: await importSPKI(publicKey ?? '', 'ES256', { extractable: true }),
    privateKey: await importPKCS8(privateKey ?? '', 'ES256'),
  })
  // Its metadata has the URL before the gateway listens.
  const port = await findFreePorts(1)
  const authUrl = `http://127.0.0.1:${port}`
  await world.start({ port, authUrl })
  const { file, code } = signedCall({ authUrl, clientId })
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, file), code)
  const { stdout, stderr } = await execute(process.execPath, [file], { cwd: folder })
  expect(stderr).toBe('')
  expect(stdout).toContain('guichet_sandbox_token_')
})
