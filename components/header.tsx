import { Menu } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Mark } from '@/components/mark'
import { NavLink } from '@/components/nav-link'
import { Button, ButtonLink } from '@/components/ui/button'
import { buttonLook } from '@/components/ui/button-look'

type Props = {
  developer: { email: string; role: 'developer' | 'reviewer' | 'administrator' } | null
  signOutAction: () => Promise<void>
  /** Language and theme switches. */
  preferences: ReactNode
  /** The command menu's button. */
  commands: ReactNode
  /** Whether strangers find the ways in here; the landing page shows them itself. */
  invites?: boolean
}

const menu = 'menu'

/**
 * The head of every page. On phones all but the name is a native popover, which needs no script; from
 * 1024 px on the same elements stand in the bar, so that nothing is in the page twice.
 */
export function Header({ developer, signOutAction, preferences, commands, invites = true }: Props) {
  const t = useTranslations('common')
  return (
    <header className="no-print relative border-line border-b bg-surface">
      <a
        href="#content"
        className="absolute top-3 left-2 z-10 -translate-y-20 rounded-lg bg-accent px-4 py-2 text-accent-ink focus:translate-y-0"
      >
        {t('skip')}
      </a>
      <div className="mx-auto flex min-h-16 max-w-page items-center justify-between gap-x-4 px-4 sm:px-6">
        <Link
          href="/"
          aria-label={t('nav.home')}
          className="flex min-h-10 items-center gap-2.5 font-semibold text-lg"
        >
          <Mark />
          <span className="tracking-tight">{t('name')}</span>
        </Link>
        <div className="flex items-center gap-2">
          {commands}
          <button
            type="button"
            popoverTarget={menu}
            className={`${buttonLook({ variant: 'secondary', size: 'small' })} lg:hidden`}
          >
            <Menu aria-hidden="true" />
            {t('menu')}
          </button>
        </div>
        <div
          id={menu}
          popover="auto"
          className="absolute inset-x-0 top-16.25 m-0 w-full gap-5 border-line border-b bg-surface p-4 text-ink shadow-lifted open:grid sm:px-6 lg:static lg:flex lg:w-auto lg:flex-1 lg:items-center lg:gap-4 lg:border-0 lg:bg-transparent lg:p-0 lg:shadow-none"
        >
          <Navigation developer={developer} />
          <div className="flex flex-wrap items-center gap-2 lg:ml-auto lg:flex-nowrap">{preferences}</div>
          {developer && <Developer email={developer.email} signOutAction={signOutAction} />}
          {!developer && invites && <Invites />}
        </div>
      </div>
    </header>
  )
}

function Navigation({ developer }: Pick<Props, 'developer'>) {
  const t = useTranslations('common.nav')
  const reviews = developer && developer.role !== 'developer'
  const pages = [
    developer && (['/applications', t('applications')] as const),
    reviews && (['/review', t('review')] as const),
    developer?.role === 'administrator' && (['/administration', t('administration')] as const),
    ['/docs', t('documentation')] as const,
    developer && (['/account', t('account')] as const),
  ]
  return (
    <nav aria-label={t('label')}>
      <ul className="max-lg:-mx-3 grid lg:flex lg:gap-1">
        {pages.map((page) => {
          if (!page) return null
          const [href, label] = page
          return (
            <li key={href}>
              <NavLink href={href} menu={menu}>
                {label}
              </NavLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function Developer({ email, signOutAction }: { email: string; signOutAction: () => Promise<void> }) {
  const t = useTranslations('common.nav')
  return (
    <form
      action={signOutAction}
      className="flex min-w-0 flex-wrap items-center justify-between gap-3 lg:flex-nowrap"
    >
      <span
        className="min-w-0 max-w-60 truncate text-muted text-sm lg:max-xl:hidden xl:max-w-40 xl:text-xs"
        title={email}
      >
        <span className="sr-only">{t('signedInAs')} </span>
        {email}
      </span>
      <Button type="submit" variant="secondary" size="small" className="shrink-0 whitespace-nowrap">
        {t('signOut')}
      </Button>
    </form>
  )
}

function Invites() {
  const t = useTranslations('common.nav')
  return (
    <div className="flex flex-wrap gap-2 lg:flex-nowrap">
      <ButtonLink href="/sign-in" variant="secondary" size="small">
        {t('signIn')}
      </ButtonLink>
      <ButtonLink href="/sign-up" size="small">
        {t('createAccount')}
      </ButtonLink>
    </div>
  )
}
