import { cookies } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import type { ComponentProps, ReactNode } from 'react'
import { getBranding, getLegalLinks } from '@/app/_request/branding'
import { chooseLocale, chooseTheme } from '@/app/_request/locale'
import { Forms, Providers } from '@/app/_request/providers'
import { findCurrentDeveloper } from '@/app/_request/session'
import { signOut } from '@/app/_request/sign-out'
import { AnnouncementBanner } from '@/components/announcements'
import { CommandMenu } from '@/components/command-menu/command-menu'
import { Footer, FooterLinks } from '@/components/footer'
import { LanguageSwitch, ThemeSwitch } from '@/components/preferences'
import { Header, Slash } from '@/components/shell/header'
import { PageTop } from '@/components/shell/page-top'
import { Rail, type RailProps } from '@/components/shell/rail'
import { isTheme } from '@/components/theme'
import { Link } from '@/components/ui/link'
import { listCurrentAnnouncements } from '@/lib/announcements/queries'

type Props = ComponentProps<typeof PageTop> & {
  rail: RailProps
  /** The page's `h1`, or what contains it. */
  title?: ReactNode
  /** The page above this one. */
  above?: { href: string; label: string }
  environment?: 'sandbox' | 'production'
  /** With icons in the rail at every width, as the page has columns of its own. */
  narrow?: boolean
  /** In the header, after the heading. */
  beside?: ReactNode
  children: ReactNode
}

/**
 * The frame of every page of the portal for developers, reviewers and administrators: header with the page's heading,
 * rail and content. It shows who is signed in but guards nothing.
 */
export async function Shell({ rail, title, above, environment, narrow, beside, children, ...top }: Props) {
  return (
    <>
      <TopBar environment={environment}>
        {above && (
          <>
            <Slash className="max-lg:hidden" />
            <Link
              href={above.href}
              className="no-print min-w-0 truncate text-muted text-sm hover:text-ink max-lg:hidden"
            >
              {above.label}
            </Link>
          </>
        )}
        {title && <Slash />}
        {typeof title === 'string' ? (
          <h1 className="min-w-0 truncate text-base sm:text-xl sm:leading-7 print:whitespace-normal">
            {title}
          </h1>
        ) : (
          title
        )}
        {beside}
      </TopBar>
      <Banner />
      <div className={narrow ? 'shell narrow' : 'shell'}>
        <Rail {...rail} />
        <main
          id="content"
          tabIndex={-1}
          className="w-full min-w-0 max-w-360 p-4 pb-8 outline-none sm:px-8 sm:pt-6"
        >
          <PageTop {...top} />
          <Forms>{children}</Forms>
        </main>
      </div>
      {!(await findCurrentDeveloper()) && <PageFooter />}
    </>
  )
}

/**
 * The frame of the public pages, and of those that a stranger signs in by. With `landing`, the page itself sets its
 * width and margins and offers the sign-in links.
 */
export async function PublicShell({ children, landing = false }: { children: ReactNode; landing?: boolean }) {
  return (
    <Providers>
      <TopBar invites={!landing} />
      <Banner />
      <main
        id="content"
        tabIndex={-1}
        className={
          landing ? 'outline-none' : 'mx-auto w-full max-w-page px-4 py-8 outline-none sm:px-6 sm:py-12'
        }
      >
        <Forms>{children}</Forms>
      </main>
      <PageFooter />
    </Providers>
  )
}

type TopBarProps = Pick<ComponentProps<typeof Header>, 'environment' | 'invites' | 'children'>

async function TopBar(props: TopBarProps) {
  const [developer, branding, all] = await Promise.all([findCurrentDeveloper(), getBranding(), cookies()])
  const theme = all.get('theme')?.value
  return (
    <Header
      {...props}
      brand={branding}
      developer={developer}
      signOutAction={signOut}
      commands={<Commands />}
      links={developer && <FooterLinks branding={await withLegalLinks()} />}
      preferences={
        <>
          <LanguageSwitch choose={chooseLocale} />
          <ThemeSwitch choose={chooseTheme} current={isTheme(theme) ? theme : 'system'} />
        </>
      }
    />
  )
}

/** Without them a page is still of use, and one that needs the database says so itself. */
async function Banner() {
  return <AnnouncementBanner announcements={await listCurrentAnnouncements().catch(() => [])} />
}

async function PageFooter() {
  return <Footer branding={await withLegalLinks()} />
}

async function withLegalLinks() {
  return { ...(await getBranding()), ...(await getLegalLinks()) }
}

/** Gets its texts as props because it renders in the browser; its entries are fetched when it opens. */
async function Commands() {
  const t = await getTranslations('common')
  return (
    <CommandMenu
      actions={{ signOut, theme: chooseTheme, locale: chooseLocale }}
      labels={{
        open: t('commands.open'),
        button: t('commands.button'),
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
