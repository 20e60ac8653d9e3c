import { cookies } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { getBranding, getLegalLinks } from '@/app/_request/branding'
import { chooseLocale, chooseTheme } from '@/app/_request/locale'
import { findCurrentDeveloper } from '@/app/_request/session'
import { signOut } from '@/app/_request/sign-out'
import { beginPasskey } from '@/app/(auth)/confirm/actions'
import { AnnouncementBanner } from '@/components/announcements'
import { CommandMenu } from '@/components/command-menu/command-menu'
import { Footer } from '@/components/footer'
import { Header } from '@/components/header'
import { LanguageSwitch, ThemeSwitch } from '@/components/preferences'
import { isTheme } from '@/components/theme'
import { CopyTexts } from '@/components/ui/copy-button'
import { ConfirmContext } from '@/components/ui/form-state'
import { listCurrentAnnouncements } from '@/lib/announcements/queries'

/**
 * Header, content and footer: the frame of every page, added by each group's layout. With `landing`, the page itself
 * sets its width and margins and offers the sign-in links. It shows who is signed in but guards nothing.
 */
export async function Shell({ children, landing = false }: { children: ReactNode; landing?: boolean }) {
  const developer = await findCurrentDeveloper()
  const branding = await getBranding()
  const copy = await getTranslations('common.copy')
  const theme = (await cookies()).get('theme')?.value
  return (
    <>
      <Header
        brand={branding}
        developer={developer && { email: developer.email, role: developer.role }}
        signOutAction={signOut}
        invites={!landing}
        commands={<Commands />}
        preferences={
          <>
            <LanguageSwitch choose={chooseLocale} />
            <ThemeSwitch choose={chooseTheme} current={isTheme(theme) ? theme : 'system'} />
          </>
        }
      />
      <AnnouncementBanner announcements={await findCurrent()} />
      <main
        id="content"
        tabIndex={-1}
        className={
          landing ? 'outline-none' : 'mx-auto w-full max-w-page px-4 py-8 outline-none sm:px-6 sm:py-12'
        }
      >
        <CopyTexts copy={copy('copy')} copied={copy('copied')}>
          <ConfirmContext value={beginPasskey}>{children}</ConfirmContext>
        </CopyTexts>
      </main>
      <Footer branding={{ ...branding, ...(await getLegalLinks()) }} />
    </>
  )
}

/** Without them a page is still of use, and one that needs the database says so itself. */
function findCurrent() {
  return listCurrentAnnouncements().catch(() => [])
}

/** Gets its texts as props because it renders in the browser; its entries are fetched when it opens. */
async function Commands() {
  const t = await getTranslations('common')
  return (
    <CommandMenu
      actions={{ signOut, theme: chooseTheme, locale: chooseLocale }}
      labels={{
        open: t('commands.open'),
        placeholder: t('commands.placeholder'),
        results: t('commands.results'),
        loading: t('commands.loading'),
        empty: t('commands.empty'),
        failed: t('commands.failed'),
        copied: t('commands.copied'),
        copyFailed: t('commands.copyFailed'),
      }}
    />
  )
}
