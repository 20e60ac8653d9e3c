import { ChevronDown, Menu, UserRound } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { type Brand, Mark } from '@/components/mark'
import { NavLink } from '@/components/nav-link'
import { Button, ButtonLink } from '@/components/ui/button'
import { buttonLook } from '@/components/ui/button-look'
import { Link } from '@/components/ui/link'

type Props = {
  brand: Brand
  developer: { email: string; role: 'developer' | 'reviewer' | 'administrator' } | null
  signOutAction: () => Promise<void>
  /** Language and theme switches. */
  preferences: ReactNode
  /** The command menu's button. */
  commands: ReactNode
  /** Whether to show the sign-in links; the landing page has its own. */
  invites?: boolean
}

const menu = 'menu'
const accountMenu = 'account-menu'

/**
 * The header of every page. Menus are native popovers, which need no script. On phones one menu holds the page links;
 * from 1024 px on the same elements are in the bar, so that nothing is in the page twice. Everything about the
 * signed-in person is in the account menu at every width: even a long address leaves room for the rest.
 */
export function Header({ brand, developer, signOutAction, preferences, commands, invites = true }: Props) {
  const t = useTranslations('common')
  return (
    <>
      <p className="mb-6 hidden items-center gap-2.5 border-brand border-b-3 pb-3 font-semibold print:flex">
        <Mark brand={brand} />
        {brand.productName}
      </p>
      <header className="no-print relative border-brand border-b-3 bg-surface">
        <a
          href="#content"
          className="absolute top-3 left-2 z-10 -translate-y-20 rounded-lg bg-fill px-4 py-2 text-fill-ink focus:translate-y-0"
        >
          {t('skip')}
        </a>
        <div className="mx-auto flex min-h-16 max-w-page items-center gap-x-2 px-4 sm:px-6 lg:gap-x-4">
          <Link
            href="/"
            aria-label={t('nav.home', { product: brand.productName })}
            className="mr-auto flex min-h-10 min-w-0 items-center gap-2.5 font-semibold text-lg lg:mr-0"
          >
            <Mark brand={brand} />
            <span className="truncate tracking-tight">{brand.productName}</span>
          </Link>
          {commands}
          <button
            type="button"
            popoverTarget={menu}
            className={`${buttonLook({ variant: 'secondary', size: 'small' })} lg:hidden`}
          >
            <Menu aria-hidden="true" />
            {t('menu')}
          </button>
          <div
            id={menu}
            popover="auto"
            className="absolute inset-x-0 top-16.75 m-0 w-full gap-5 border-line border-b bg-surface p-4 text-ink shadow-lifted open:grid sm:px-6 lg:static lg:flex lg:w-auto lg:min-w-0 lg:flex-1 lg:items-center lg:gap-4 lg:border-0 lg:bg-transparent lg:p-0 lg:shadow-none"
          >
            <Navigation developer={developer} />
            {!developer && (
              <div className="flex flex-wrap items-center gap-2 lg:ml-auto lg:flex-nowrap">{preferences}</div>
            )}
            {!developer && invites && <Invites />}
          </div>
          {developer && (
            <AccountMenu email={developer.email} preferences={preferences} signOutAction={signOutAction} />
          )}
        </div>
      </header>
    </>
  )
}

function Navigation({ developer }: Pick<Props, 'developer'>) {
  const t = useTranslations('common.nav')
  const reviews = developer && developer.role !== 'developer'
  const pages = [
    developer && (['/applications', t('applications')] as const),
    developer && (['/organisations', t('organisations')] as const),
    reviews && (['/review', t('review')] as const),
    developer?.role === 'administrator' && (['/administration', t('administration')] as const),
    ['/docs', t('documentation')] as const,
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

type AccountMenuProps = Pick<Props, 'preferences' | 'signOutAction'> & { email: string }

/** The address is always the button's name; in narrow windows, only its icon is visible. */
function AccountMenu({ email, preferences, signOutAction }: AccountMenuProps) {
  const t = useTranslations('common.nav')
  return (
    <div className="min-w-0 shrink-0">
      <button
        type="button"
        popoverTarget={accountMenu}
        aria-label={t('accountMenu', { email })}
        title={email}
        className={`${buttonLook({ variant: 'secondary', size: 'small' })} max-w-full`}
      >
        <UserRound aria-hidden="true" />
        <span className="max-w-40 truncate max-xl:hidden">{email}</span>
        <ChevronDown aria-hidden="true" className="max-sm:hidden" />
      </button>
      <div
        id={accountMenu}
        popover="auto"
        className="absolute top-16.75 right-4 left-auto m-0 w-72 max-w-[calc(100vw-2rem)] gap-4 rounded-xl border border-line bg-surface p-4 text-ink shadow-lifted open:grid sm:right-[max(1.5rem,calc((100vw-72rem)/2+1.5rem))]"
      >
        <p className="text-muted text-sm [overflow-wrap:anywhere]">
          {t('signedInAs')} <span className="block font-medium text-ink">{email}</span>
        </p>
        <div className="-mx-3">
          <NavLink href="/account" menu={accountMenu}>
            {t('account')}
          </NavLink>
        </div>
        <div className="flex flex-wrap items-center gap-2">{preferences}</div>
        <form action={signOutAction} className="border-line border-t pt-4">
          <Button type="submit" variant="secondary" size="small" className="w-full">
            {t('signOut')}
          </Button>
        </form>
      </div>
    </div>
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
