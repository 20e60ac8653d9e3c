import { expect, test } from 'vitest'
import { runNode, script } from '@/test/guichet'
import { withOwnDatabase } from '@/test/own-database'

const own = withOwnDatabase()

test('a refused sign-in is a line of the log, also without an account', async () => {
  const program = `
    import { closeDatabase } from '@/lib/database'
    import { recordRefusedPassword } from '@/lib/identity/refused-sign-in'
    const stranger = { id: null, email: 'nobody@example.com' }
    await recordRefusedPassword(stranger, 'password', { address: '192.0.2.1', userAgent: 'bot' })
    await closeDatabase()`
  const { out } = await runNode(['--import', 'tsx', ...script(program)], {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: own.portalUrl,
  })
  expect(JSON.parse(out)).toMatchObject({
    name: 'portal',
    msg: 'sign-in refused',
    why: 'unknown_address',
    address: '192.0.2.1',
  })
})
