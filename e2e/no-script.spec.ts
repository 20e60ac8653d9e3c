import { randomUUID } from 'node:crypto'
import { test } from './support/fixtures'
import { readProductionBalance, readSandboxBalance } from './support/whole-journeys'

test.use({ javaScriptEnabled: false })

test('without JavaScript: from sign-up to a Sandbox balance in the terminal', async ({ developer }) => {
  await readSandboxBalance(developer)
})

test('without JavaScript: from documents over an approval to a Production balance in the terminal', async ({
  developer,
  reviewer,
}) => {
  await readProductionBalance(developer, reviewer, `Cash desk ${randomUUID().slice(0, 8)}`, {
    submitted: /submitted/i,
    approved: /approved/i,
  })
})
