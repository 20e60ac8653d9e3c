import { Download, type LucideIcon, Radio } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { type ButtonLook, buttonLook } from '@/components/ui/button-look'

type Props = Pick<ComponentProps<'a'>, 'href' | 'download' | 'children'> &
  Pick<ButtonLook, 'size' | 'variant'> & { icon?: LucideIcon }

/** A plain link that looks like a button: the router must not fetch a download. */
export function DownloadLink({
  href,
  download = true,
  variant = 'secondary',
  size,
  icon: Icon = Download,
  children,
}: Props) {
  return (
    <a href={href} download={download} className={buttonLook({ variant, size })}>
      <Icon aria-hidden="true" />
      {children}
    </a>
  )
}

/** Turns on, by its URL, that a page updates by itself, or off. */
export function LiveLink({ href, isLive, children }: { href: string; isLive: boolean; children: ReactNode }) {
  return (
    <ButtonLink href={href} variant="secondary" size="small" aria-current={isLive || undefined}>
      <Radio aria-hidden="true" className={isLive ? 'text-success' : undefined} />
      {children}
    </ButtonLink>
  )
}
