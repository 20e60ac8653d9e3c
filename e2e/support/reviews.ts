import { expect, type Page } from '@playwright/test'
import { confirm, confirmation } from './developers'
import type { Person } from './person'

/** Opens the submission of an application from the queue. */
export async function openSubmission({ page }: Person, name: string): Promise<void> {
  await page.goto(`/review?text=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name }).first().click()
  await page.waitForURL(/\/review\/[0-9a-f-]{36}/)
}

/** Waits until the first document is drawn on the page: an empty canvas has other proportions. */
export async function waitForPreview(page: Page): Promise<void> {
  const drawn = () =>
    page
      .locator('canvas')
      .first()
      .evaluate((canvas) => (canvas as HTMLCanvasElement).height)
  await expect.poll(drawn).toBeGreaterThan(300)
}

export type Decision = 'Approve' | 'Request changes' | 'Reject'

/**
 * Decides on the open submission, with the reason that the last two require. An approval accepts every document; the
 * first also grants every account.
 */
export async function decide(reviewer: Person, decision: Decision, reason?: string): Promise<void> {
  const { page, say } = reviewer
  if (decision === 'Approve') {
    await acceptDocuments(reviewer)
    await grantEveryAccount(reviewer)
  }
  if (reason) await page.getByLabel(say('Reason'), { exact: true }).first().fill(reason)
  await pressDecision(reviewer, decision)
  await expect(page.getByRole('button', { name: say(decision), exact: true })).toBeHidden()
}

/** Accepts every document of the open submission, one by one. */
export async function acceptDocuments({ page, say }: Person): Promise<void> {
  const accepted = page.getByRole('radio', { name: say('Accepted'), exact: true }).filter({ visible: true })
  const rail = page.getByRole('navigation', { name: say('Documents') }).getByRole('button')
  if (await rail.first().isHidden()) for (const each of await accepted.all()) await each.check()
  else
    for (const document of await rail.all()) {
      await document.click()
      await accepted.check()
    }
}

/** The account access of a first approval; the form suggests a list of accounts. */
export async function grantEveryAccount({ page, say }: Person): Promise<void> {
  await page.getByRole('radio', { name: say('Every account'), exact: true }).check()
}

/**
 * Presses the button of a decision, and confirms if it asks for that. Then it is decided, or a message says why not.
 */
export async function pressDecision(reviewer: Person, decision: Decision): Promise<void> {
  const { page, say } = reviewer
  const button = page.getByRole('button', { name: say(decision), exact: true })
  // Another reviewer has to approve as well.
  const recorded = page.getByText(say('Approval recorded. Another person must approve too.'))
  // Until then, what the page says is of the press before.
  const isAnswered = async () => (await page.locator('button[aria-busy="true"]').count()) === 0
  const isOver = async () =>
    (await isAnswered()) &&
    /\/review\//.test(page.url()) &&
    (await page.getByRole('heading', { level: 1 }).isVisible()) &&
    ((await button.isHidden()) ||
      (await page.getByRole('main').getByRole('alert').or(recorded).first().isVisible()))
  const isAsked = () => confirmation(reviewer).isVisible()
  await button.click()
  await expect.poll(async () => (await isAsked()) || (await isOver())).toBe(true)
  if (await isAsked()) await confirm(reviewer)
  await expect.poll(isOver).toBe(true)
}

/** A reviewer's verdict on one document. */
export async function giveVerdict({ page, say }: Person, document: string, because?: string): Promise<void> {
  await showDocument({ page, say }, document)
  const verdict = page.getByRole('group', { name: document, exact: true })
  await verdict.getByRole('radio', { name: say(because ? 'Replace' : 'Accepted'), exact: true }).check()
  const reason = page.getByLabel(say('What needs fixing'), { exact: true }).filter({ visible: true })
  if (because) await reason.fill(because)
}

/** Chooses a document in the list of the open submission; without JavaScript all of them are below each other. */
export async function showDocument(
  { page, say }: Pick<Person, 'page' | 'say'>,
  document: string,
): Promise<void> {
  const choice = page
    .getByRole('navigation', { name: say('Documents') })
    .getByRole('button', { name: document })
  if (await choice.isVisible()) await choice.click()
}

/** The first page of a PDF is drawn: its canvas is not blank. */
export async function expectDrawnPdf({ page }: Person, name: string): Promise<void> {
  await page.getByRole('figure', { name: `Preview of ${name}` }).scrollIntoViewIfNeeded()
  const canvas = page.getByRole('img', { name: `Preview of ${name}, page 1 of 1` })
  await expect(canvas).toBeVisible()
  await expect.poll(() => canvas.evaluate(countDarkPixels)).toBeGreaterThan(100)
}

function countDarkPixels(element: Node): number {
  const canvas = element as HTMLCanvasElement
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
  let dark = 0
  for (let index = 0; index < pixels.length; index += 4)
    if ((pixels[index] ?? 255) < 128 && (pixels[index + 3] ?? 0) > 128) dark += 1
  return dark
}
