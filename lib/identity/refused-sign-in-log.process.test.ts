import { expect, test } from 'vitest'
import { runNode, script } from '@/test/guichet'

test('a refused sign-in is a line of the log, also without an account', async () => {
  const program = `
    import { recordRefusedPassword } from '@/lib/identity/refused-sign-in'
    await recordRefusedPassword(null, 'password', { address: '192.0.2.1', userAgent: 'bot' })`
  const { out } = await runNode(['--import', 'tsx', ...script(program)], {
    ...process.env,
    NODE_ENV: 'production',
  })
  expect(JSON.parse(out)).toMatchObject({
    name: 'portal',
    msg: 'sign-in refused',
    why: 'unknown_address',
    address: '192.0.2.1',
  })
})
