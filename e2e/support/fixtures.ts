import { randomUUID } from 'node:crypto'
import { type Browser, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { toLocale } from '@/lib/languages'
import { signUp } from './developers'
import { waitForScripts, watch } from './guard'
import { disconnectFromProduct } from './installation'
import type { Person } from './person'
import { type SignedIn, signIn } from './sign-in'
import { type Say, wordsOf } from './words'

export { expect }

/** One for all journeys: each submission is announced to every reviewer there is. */
const reviewerAddress = 'approver@guichet.localhost'

type Fixtures = {
  /** Browser errors that belong to the journey: Chromium reports every 4xx of a script's request as an error. */
  expectedComplaints: RegExp[]
  say: Say
  /** Signed up, activated and signed in on `page` through the pages: for journeys about those. */
  newcomer: Person
  /** A developer for this test only, signed in on `page`, which is still empty. */
  developer: SignedIn
  /** Another developer, signed in with a separate browser. */
  stranger: SignedIn
  /** Opens another browser, watched like the first one. */
  openBrowser: (options?: BrowserContextOptions) => Promise<Page>
  /** The reviewer and administrator of all journeys, signed in with a second factor, in a separate browser. */
  reviewer: Person
  /** The same reviewer in another browser: with another language, or without JavaScript. */
  openReviewer: (options?: BrowserContextOptions) => Promise<Person>
}

export const test = base.extend<Fixtures, { product: undefined }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here.
    async ({}, use) => {
      await use(undefined)
      await disconnectFromProduct()
    },
    { scope: 'worker', auto: true },
  ],
  expectedComplaints: [[], { option: true }],
  context: async ({ context, expectedComplaints, javaScriptEnabled }, use) => {
    const complaints = watch(context)
    if (javaScriptEnabled !== false) waitForScripts(context)
    await use(context)
    expectNone(complaints, expectedComplaints)
  },
  say: async ({ locale }, use) => use(wordsOf(locale ?? 'en')),
  newcomer: async ({ page, say }, use) => {
    const person = { page, say, email: newAddress(), password: newPassword() }
    await signUp(person)
    await use(person)
  },
  developer: async ({ page, say, locale }, use) =>
    use(await signIn({ page, say, email: newAddress() }, { locale: toLocale(locale ?? 'en') })),
  stranger: async ({ openBrowser, say, locale }, use) =>
    use(
      await signIn(
        { page: await openBrowser(), say, email: newAddress() },
        { locale: toLocale(locale ?? 'en') },
      ),
    ),
  openBrowser: async ({ browser, baseURL, locale, javaScriptEnabled, expectedComplaints }, use) => {
    const opened: { page: Page; complaints: string[] }[] = []
    await use(async (options) => {
      const page = await openPage(browser, { baseURL, locale, javaScriptEnabled, ...options })
      opened.push({ page, complaints: watch(page.context()) })
      return page
    })
    for (const { page, complaints } of opened) {
      await page.context().close()
      expectNone(complaints, expectedComplaints)
    }
  },
  openReviewer: async ({ openBrowser }, use) =>
    use(async (options = {}) => {
      const page = await openBrowser({ locale: 'en-GB', javaScriptEnabled: true, ...options })
      const person = { page, say: wordsOf(options.locale ?? 'en'), email: reviewerAddress }
      return signIn(person, { role: 'administrator' })
    }),
  // Reviewers read English, with JavaScript, unless the journey is about them.
  reviewer: async ({ openReviewer }, use) => use(await openReviewer()),
})

function expectNone(complaints: string[], expected: RegExp[]): void {
  expect(complaints.filter((each) => !expected.some((known) => known.test(each)))).toEqual([])
}

/** An address for this test only. */
export function newAddress(): string {
  return `developer-${randomUUID()}@example.test`
}

export function newPassword(): string {
  return `correct ${randomUUID()} battery`
}

async function openPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options)
  if (options.javaScriptEnabled !== false) waitForScripts(context)
  return context.newPage()
}
