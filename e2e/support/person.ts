import type { Page } from '@playwright/test'
import type { Say } from './words'

/** A person at a browser, who speaks the language of the journey. */
export type Person = { page: Page; say: Say; email: string; password: string }
