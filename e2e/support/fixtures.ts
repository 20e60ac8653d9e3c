import { randomUUID } from 'node:crypto'
import { type Browser, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { signUp } from './developers'
import { watch } from './guard'
import { disconnectFromProduct } from './installation'
import { reviewerState } from './reviewer'
import { type SignedIn, signIn } from './sign-in'
import { type Say, wordsOf } from './words'

export { expect }

/** Somebody at a browser, who speaks the language of the journey. */
export type Person = { page: Page; say: Say; email: string; password: string }

type Fixtures = {
  /** Complaints of the browser that belong to the journey: Chromium calls every 4xx that a script gets an error. */
  expectedComplaints: RegExp[]
  say: Say
  /** Signed up, activated and signed in on `page` through its pages: where the journey is about that. */
  newcomer: Person
  /** A developer of this test alone, signed in on `page`, which shows nothing yet. */
  developer: SignedIn
  /** Another developer, signed in a browser of their own. */
  stranger: SignedIn
  /** Opens another browser, watched like the first one. */
  openBrowser: (options?: BrowserContextOptions) => Promise<Page>
  /** The first reviewer, signed in with a second factor, in a browser of their own. */
  reviewer: Person
  /** The same one, in another browser: another language, or without JavaScript. */
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
  context: async ({ context, expectedComplaints }, use) => {
    const complaints = watch(context)
    await use(context)
    expect(complaints.filter((each) => !expectedComplaints.some((known) => known.test(each)))).toEqual([])
  },
  say: async ({ locale }, use) => use(wordsOf(locale ?? 'en')),
  newcomer: async ({ page, say }, use) => {
    const person = { page, say, email: newAddress(), password: newPassword() }
    await signUp(person)
    await use(person)
  },
  developer: async ({ page, say, locale }, use) =>
    use(await signIn({ page, say, email: newAddress() }, { locale: languageOf(locale) })),
  stranger: async ({ openBrowser, say, locale }, use) =>
    use(
      await signIn({ page: await openBrowser(), say, email: newAddress() }, { locale: languageOf(locale) }),
    ),
  openBrowser: async ({ browser, baseURL, locale }, use) => {
    const opened: { page: Page; complaints: string[] }[] = []
    await use(async (options) => {
      const page = await openPage(browser, { baseURL, locale, ...options })
      opened.push({ page, complaints: watch(page.context()) })
      return page
    })
    for (const { page, complaints } of opened) {
      await page.context().close()
      expect(complaints).toEqual([])
    }
  },
  openReviewer: async ({ openBrowser }, use) => {
    const { storageState, email, password } = reviewerState()
    await use(async (options = {}) => {
      const page = await openBrowser({ storageState, locale: 'en-GB', javaScriptEnabled: true, ...options })
      return { page, say: wordsOf(options.locale ?? 'en'), email, password }
    })
  },
  // Reviewers read English, with JavaScript, unless a journey is about them.
  reviewer: async ({ openReviewer }, use) => use(await openReviewer()),
})

function languageOf(locale: string | undefined): string {
  return locale?.startsWith('fr') ? 'fr' : 'en'
}

/** An address of this test alone. */
export function newAddress(): string {
  return `developer-${randomUUID()}@example.test`
}

export function newPassword(): string {
  return `correct ${randomUUID()} battery`
}

async function openPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  return (await browser.newContext(options)).newPage()
}
