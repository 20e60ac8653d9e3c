'use server'

import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { requireForm } from '@/app/_request/action'
import { findCurrentDeveloper } from '@/app/_request/session'
import { rememberChoice } from '@/app/_request/session-cookie'
import { isTheme } from '@/components/theme'
import { execute } from '@/lib/commands/execute'
import { changeLanguage } from '@/lib/developers/profile'
import { isLocale } from '@/lib/languages'

/**
 * Remembers the language of the pressed button (field `locale`) and shows the same page again. For signed-in users it
 * also becomes the language of their e-mails: there is one language, wherever it is chosen.
 */
export async function chooseLocale(form: FormData) {
  const locale = requireForm(form).get('locale')
  if (isLocale(locale)) {
    await rememberChoice('locale', locale)
    const developer = await findCurrentDeveloper()
    if (developer && developer.locale !== locale) {
      const { actor } = developer
      await execute(changeLanguage, { actor, input: { locale } })
    }
  }
  await showSamePage()
}

/** Remembers the theme of the pressed button (field `theme`) and shows the same page again. */
export async function chooseTheme(form: FormData) {
  const theme = requireForm(form).get('theme')
  if (isTheme(theme)) await rememberChoice('theme', theme)
  await showSamePage()
}

/**
 * Without JavaScript a form post must end in a redirect, or a reload would post again. With it, Next.js
 * renders the page again by itself and keeps the scroll position. The path was set by portal/exchange.ts from the
 * request itself, so it can only be one of the portal's.
 */
async function showSamePage() {
  const request = await headers()
  if (request.has('next-action')) return
  redirect(request.get('x-guichet-path') ?? '/')
}
