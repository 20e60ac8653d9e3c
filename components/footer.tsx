import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { BrandLogo } from '@/components/brand-logo'
import { SupportAddress } from '@/components/support-address'
import { Link } from '@/components/ui/link'
import type { Branding } from '@/lib/branding/schema'

const linkLook = 'inline-flex min-h-6 items-center hover:text-ink hover:underline'

/** The footer of the public pages: who runs the portal, their pages, and where to write. */
export function Footer({ branding }: { branding: Branding }) {
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
export function FooterLinks({ branding }: { branding: Branding }) {
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
