import { test } from './support/fixtures'
import { waitForMail } from './support/mailbox'
import { readSandboxBalance } from './support/whole-journeys'

test('from sign-up to a Sandbox balance in the terminal', async ({ newcomer }) => {
  await readSandboxBalance(newcomer)
  await waitForMail(newcomer.email, /created/i)
})
