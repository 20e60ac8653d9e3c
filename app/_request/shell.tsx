import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { cookies } from 'next/headers'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ComponentProps, ReactNode } from 'react'
import { getBranding, getLegalLinks } from '@/app/_request/branding'
import { chooseLocale, chooseTheme } from '@/app/_request/locale'
import { Forms, Providers } from '@/app/_request/providers'
import { findCurrentDeveloper } from '@/app/_request/session'
import { signOut } from '@/app/_request/sign-out'
import { AnnouncementBanner } from '@/components/announcements'
import { BrandLogo } from '@/components/brand-logo'
import { classNames } from '@/components/class-names'
import { CommandMenu } from '@/components/command-menu/command-menu'
import { SupportAddress } from '@/components/dead-end'
import { Header, Slash } from '@/components/shell/header'
import { PageTop } from '@/components/shell/page-top'
import { Rail, type RailProps } from '@/components/shell/rail'
import { isTheme, type Theme, themes } from '@/components/theme'
import { PlainForm } from '@/components/ui/bound-form'
import { Link } from '@/components/ui/link'
import { useLocale } from '@/i18n/current-locale'
import { listCurrentAnnouncements } from '@/lib/announcements/queries'
import type { Branding } from '@/lib/branding/schema'
import { locales, nameOf } from '@/lib/languages'

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
export function PublicShell(props: PublicFrameProps) {
  return (
    <Providers>
      <PublicFrame {...props} />
    </Providers>
  )
}

type PublicFrameProps = { children: ReactNode; landing?: boolean }

/** {@link PublicShell}, where a layout has given the providers. */
export function PublicFrame({ children, landing = false }: PublicFrameProps) {
  return (
    <>
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
    </>
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

type Choose = (form: FormData) => Promise<void>

const icons = { system: Monitor, light: Sun, dark: Moon }

/** One button per language. */
function LanguageSwitch({ choose }: { choose: Choose }) {
  const t = useTranslations('common.language')
  const options = locales.map((value) => ({
    value,
    title: nameOf(value),
    lang: value,
    look: value.toUpperCase(),
  }))
  return <Switch name="locale" label={t('label')} current={useLocale()} {...{ choose, options }} />
}

/** System, light or dark. The choice is a cookie, so the server renders the right theme from the start. */
function ThemeSwitch({ choose, current }: { choose: Choose; current: Theme }) {
  const t = useTranslations('common.theme')
  const options = themes.map((value) => ({ value, title: t(value), look: icons[value] }))
  return <Switch name="theme" label={t('label')} {...{ choose, current, options }} />
}

type Option = { value: string; title: string; lang?: string; look: LucideIcon | string }
type SwitchProps = { name: string; label: string; choose: Choose; current: string; options: Option[] }

/** A plain form, which works without JavaScript. */
function Switch({ name, label, choose, current, options }: SwitchProps) {
  return (
    <PlainForm action={choose}>
      <fieldset className="inline-flex rounded-lg border border-line bg-surface p-0.5">
        <legend className="sr-only">{label}</legend>
        {options.map(({ value, title, lang, look: Look }) => (
          <button
            type="submit"
            key={value}
            {...{ name, value, lang, title }}
            aria-pressed={value === current}
            className={classNames(
              'inline-flex min-h-8 min-w-8 items-center justify-center rounded-md px-1.5 font-medium text-xs',
              value === current ? 'bg-raised text-ink' : 'text-muted hover:text-ink',
            )}
          >
            {typeof Look === 'string' ? (
              <span aria-hidden="true">{Look}</span>
            ) : (
              <Look className="size-4" aria-hidden="true" />
            )}
            <span className="sr-only">{title}</span>
          </button>
        ))}
      </fieldset>
    </PlainForm>
  )
}

/** Without them a page is still of use, and one that needs the database says so itself. */
async function Banner() {
  return <AnnouncementBanner announcements={await listCurrentAnnouncements().catch(() => [])} />
}

async function PageFooter() {
  return <Footer branding={await withLegalLinks()} />
}

const linkLook = 'inline-flex min-h-6 items-center hover:text-ink hover:underline'

/** The footer of the public pages: who runs the portal, their pages, and where to write. */
function Footer({ branding }: { branding: Branding }) {
  const t = useTranslations('common')
  const { saved, operatorName, productName } = branding
  return (
    <footer className="no-print mt-auto border-line border-t bg-surface">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-4 px-4 py-8 text-muted text-sm sm:px-6">
        <p className="flex min-w-0 items-center gap-3">
          <BrandLogo brand={branding} size="small" />
          {saved ? operatorName || productName : t('footer.about')}
        </p>
        <nav aria-label={t('footer.label')} className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <FooterLink href="/docs">{t('nav.documentation')}</FooterLink>
          <FooterLinks branding={branding} />
          {!saved && <span>{t('footer.licence')}</span>}
        </nav>
      </div>
    </footer>
  )
}

/** The operator's pages and address, which signed-in people have in the account menu. */
function FooterLinks({ branding }: { branding: Branding }) {
  const t = useTranslations('common.footer')
  return (
    <>
      <FooterLink href="/status">{t('status')}</FooterLink>
      <FooterLink href={branding.termsUrl}>{t('terms')}</FooterLink>
      <FooterLink href={branding.privacyUrl}>{t('privacy')}</FooterLink>
      <FooterLink href={branding.imprintUrl}>{t('imprint')}</FooterLink>
      {branding.supportEmail && (
        <span>
          {t('support')} <SupportAddress email={branding.supportEmail} />
        </span>
      )}
    </>
  )
}

/** Nothing without a URL; an operator's own page may be on another site, which Next's links do not lead to. */
function FooterLink({ href, children }: { href: string; children: ReactNode }) {
  if (!href) return null
  const Element = href.startsWith('/') ? Link : 'a'
  return (
    <Element href={href} className={linkLook}>
      {children}
    </Element>
  )
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
