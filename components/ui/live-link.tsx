import { Radio } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '@/components/ui/button'

/** Turns on, by its URL, that a page updates by itself, or off. */
export function LiveLink({ href, isLive, children }: { href: string; isLive: boolean; children: ReactNode }) {
  return (
    <ButtonLink href={href} variant="secondary" size="small" aria-current={isLive || undefined}>
      <Radio aria-hidden="true" className={isLive ? 'text-success' : undefined} />
      {children}
    </ButtonLink>
  )
}
