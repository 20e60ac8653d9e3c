import { Menu } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { type Brand, BrandLogo } from '@/components/brand-logo'
import { classNames } from '@/components/class-names'
import { Elsewhere, NavLink } from '@/components/nav-link'
import { PlainForm } from '@/components/ui/bound-form'
import { Button, ButtonLink } from '@/components/ui/button'
import { buttonLook } from '@/components/ui/button-look'
import { Link } from '@/components/ui/link'
import { initialsOf } from '../person'
import { railId } from './rail'

type Person = { email: string; displayName: string; role: 'developer' | 'reviewer' | 'administrator' }

type Props = {
  brand: Brand
  developer: Person | null
  signOutAction: () => Promise<void>
  /** Language and theme switches. */
  preferences: ReactNode
  /** The operator's pages, for the account menu. */
  links?: ReactNode
  /** The command menu's button. */
  commands: ReactNode
  /** Whether to show both ways in; the landing page has that to a new account, and in a narrow window both. */
  invites?: boolean
  /** Colours the window's upper edge. */
  environment?: 'sandbox' | 'production'
  /** The page's heading and what is next to it; without it, the product's name and links to the public pages. */
  children?: ReactNode
}

const menu = 'menu'
const accountMenu = 'account-menu'

/**
 * The header of every page, 48 px high. Menus are native popovers, which need no script. Next to a rail it holds the
 * page's heading; in print that and the brand are all that is left of it.
 */
export function Header({ brand, developer, environment, children, ...props }: Props) {
  const t = useTranslations('common')
  return (
    <header
      data-environment={environment}
      className="top-bar sticky top-0 z-20 flex min-h-12 border-line border-b bg-surface print:static print:mb-6"
    >
      <a
        href="#content"
        className="no-print absolute top-1 left-2 z-10 -translate-y-20 rounded-lg bg-fill px-4 py-2 text-fill-ink focus:translate-y-0"
      >
        {t('skip')}
      </a>
      <div
        className={classNames(
          'flex w-full min-w-0 items-center gap-x-2 px-3 sm:gap-x-3 sm:px-4',
          !children && 'mx-auto max-w-page sm:px-6',
        )}
      >
        {children ? (
          <Beginning brand={brand} home={developer ? '/applications' : '/'}>
            {children}
          </Beginning>
        ) : (
          <>
            <Link
              href="/"
              aria-label={t('nav.home', { product: brand.productName })}
              className="flex min-h-10 min-w-0 items-center gap-2.5 font-semibold"
            >
              <BrandLogo brand={brand} size="small" />
              <span className="truncate tracking-tight">{brand.productName}</span>
            </Link>
            <PublicPages developer={developer} {...props} />
          </>
        )}
        <div
          className={classNames(
            'no-print ml-auto flex shrink-0 items-center gap-2 sm:gap-3',
            // The search gets the room that a stranger's links and buttons leave.
            !children && !developer && 'lg:min-w-0 lg:max-w-65 lg:grow-[99] lg:basis-26',
          )}
        >
          {props.commands}
          {developer ? (
            <AccountMenu developer={developer} {...props} />
          ) : (
            <button
              type="button"
              popoverTarget={menu}
              className={`${buttonLook({ variant: 'secondary', size: 'small' })} lg:hidden`}
            >
              <Menu aria-hidden="true" />
              {t('menu')}
            </button>
          )}
        </div>
      </div>
    </header>
  )
}

type BeginningProps = { brand: Brand; home: string; children: ReactNode }

/** The mark and the heading; on a phone the button of the rail instead of the mark. */
function Beginning({ brand, home, children }: BeginningProps) {
  const t = useTranslations('common')
  return (
    <>
      <button
        type="button"
        popoverTarget={railId}
        aria-label={t('menu')}
        className="no-print inline-grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-raised hover:text-ink sm:hidden"
      >
        <Menu className="size-4" aria-hidden="true" />
      </button>
      <Link
        href={home}
        aria-label={t('nav.home', { product: brand.productName })}
        className="flex shrink-0 items-center gap-2.5 rounded-md max-sm:hidden print:flex"
      >
        <BrandLogo brand={brand} size="small" />
        <span className="hidden font-semibold print:inline">{brand.productName}</span>
      </Link>
      {children}
    </>
  )
}

/** Between the parts of the heading. */
export function Slash({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={classNames('text-line-strong max-sm:hidden', className)}>
      /
    </span>
  )
}

/** The links of a page without a rail. A stranger's are in a menu on phones, with everything else. */
function PublicPages({ developer, preferences, invites = true }: Omit<Props, 'brand' | 'children'>) {
  const t = useTranslations('common')
  const links = (
    <nav aria-label={t('nav.label')}>
      <ul className="max-lg:-mx-3 grid lg:flex lg:gap-1">
        {developer && <PublicPage href="/applications">{t('nav.applications')}</PublicPage>}
        <PublicPage href="/docs">{t('nav.documentation')}</PublicPage>
        <PublicPage href="/status">{t('footer.status')}</PublicPage>
      </ul>
    </nav>
  )
  if (developer) return <div className="no-print max-lg:hidden">{links}</div>
  return (
    <div
      id={menu}
      popover="auto"
      className="no-print fixed inset-x-0 top-12 m-0 w-full gap-5 border-line border-b bg-surface p-4 text-ink shadow-lifted open:grid sm:px-6 lg:static lg:flex lg:w-auto lg:min-w-0 lg:flex-auto lg:items-center lg:gap-4 lg:border-0 lg:bg-transparent lg:p-0 lg:shadow-none"
    >
      {links}
      <div className="flex flex-wrap items-center gap-2 lg:ml-auto lg:flex-nowrap">{preferences}</div>
      <Invites all={invites} />
    </div>
  )
}

function PublicPage({ href, children }: { href: string; children: string }) {
  return (
    <li>
      <NavLink href={href} menu={menu}>
        {children}
      </NavLink>
    </li>
  )
}

type AccountMenuProps = Pick<Props, 'preferences' | 'links' | 'signOutAction'> & { developer: Person }

/** The button's name has the address; its initials are decoration. */
function AccountMenu({ developer, preferences, links, signOutAction }: AccountMenuProps) {
  const t = useTranslations('common')
  const { email, displayName, role } = developer
  const pages = [
    ['/applications', t('nav.applications')],
    ['/organisations', t('nav.organisations')],
    role !== 'developer' && ['/review', t('nav.review')],
    role === 'administrator' && ['/administration', t('nav.administration')],
    ['/account', t('nav.account')],
    ['/docs', t('nav.documentation')],
  ].filter((page) => page !== false)
  return (
    <>
      <button
        type="button"
        popoverTarget={accountMenu}
        aria-label={t('nav.accountMenu', { email })}
        title={email}
        data-initials={initialsOf(displayName || email)}
        className="inline-grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent text-xs before:content-[attr(data-initials)] forced-colors:border"
      />
      <div
        id={accountMenu}
        popover="auto"
        className="fixed inset-auto top-12 right-3 m-0 max-h-[calc(100dvh-4rem)] w-72 max-w-[calc(100vw-1.5rem)] gap-3 overflow-y-auto rounded-xl border border-line bg-surface p-4 text-ink shadow-lifted open:grid"
      >
        <p className="text-muted text-sm [overflow-wrap:anywhere]">
          {t('nav.signedInAs')} <span className="block font-medium text-ink">{email}</span>
        </p>
        <nav aria-label={t('nav.label')} className="-mx-3">
          <ul>
            {pages.map(([href = '', label = '']) => (
              <li key={href}>
                <NavLink href={href} menu={accountMenu}>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex flex-wrap items-center gap-2">{preferences}</div>
        <PlainForm action={signOutAction} className="border-line border-t pt-3">
          <Button type="submit" variant="secondary" size="small" className="w-full">
            {t('nav.signOut')}
          </Button>
        </PlainForm>
        <div className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs">{links}</div>
      </div>
    </>
  )
}

function Invites({ all }: { all: boolean }) {
  const t = useTranslations('common.nav')
  return (
    <div className={classNames('flex flex-wrap gap-2 lg:flex-nowrap', !all && 'max-lg:hidden')}>
      <Elsewhere than="/sign-in">
        <ButtonLink href="/sign-in" variant="quiet" size="small">
          {t('signIn')}
        </ButtonLink>
      </Elsewhere>
      {all && (
        <Elsewhere than="/sign-up">
          <ButtonLink href="/sign-up" variant="secondary" size="small">
            {t('createAccount')}
          </ButtonLink>
        </Elsewhere>
      )}
    </div>
  )
}
