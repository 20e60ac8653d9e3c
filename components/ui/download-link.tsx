import { Download, type LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
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
