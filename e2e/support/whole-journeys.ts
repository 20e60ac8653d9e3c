import { expect } from '@playwright/test'
import {
  createApplication,
  readSnippet,
  reveal,
  submitForValidation,
  uploadAll,
  waitForState,
} from './applications'
import { waitForMail } from './mailbox'
import type { Person } from './person'
import { decide, openSubmission } from './reviews'
import { runInTerminal } from './terminal'

/** One of the demo accounts that the embedded start adds to Production. */
const demoMsisdn = '999000000001'
const example = '999000000000'

/** From a new Sandbox application to a balance in a terminal. */
export async function readSandboxBalance(developer: Person): Promise<void> {
  const path = await createApplication(developer, 'Sandbox', 'Till of the market')
  await reveal(developer, path)
  const answer = JSON.parse(await runInTerminal(await readSnippet(developer.page)))
  expect(answer).toMatchObject({ status: 'active', balance: { unit: expect.any(String) } })
}

/**
 * From a new Production application through a reviewer's approval to a balance in a terminal.
 * @param approve instead of an approval with every account
 */
export async function readProductionBalance(
  developer: Person,
  reviewer: Person,
  name: string,
  subjects: { submitted: RegExp; approved: RegExp },
  approve = () => decide(reviewer, 'Approve'),
): Promise<void> {
  const path = await createApplication(developer, 'Production', name)
  await developer.page.goto(path)
  await expect(developer.page.getByText(developer.say('Available after approval')).first()).toBeVisible()
  await uploadAll(developer, path)
  await submitForValidation(developer, path)
  await waitForMail(developer.email, subjects.submitted)
  await openSubmission(reviewer, name)
  await approve()
  await waitForMail(developer.email, subjects.approved)
  await waitForState(developer, path, 'Active')
  await reveal(developer, path)
  const snippet = (await readSnippet(developer.page)).replace(example, demoMsisdn)
  const answer = JSON.parse(await runInTerminal(snippet))
  expect(answer).toMatchObject({ msisdn: demoMsisdn, balance: { unit: expect.any(String) } })
}
