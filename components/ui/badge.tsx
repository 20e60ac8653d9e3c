import type { ReactNode } from 'react'
import { classNames } from '@/components/class-names'

/** What a badge means. Never the brand's colour, which may be any of these. */
export const tones = {
  neutral: 'bg-raised text-ink border-line',
  info: 'bg-info-soft text-info border-info/30',
  danger: 'bg-danger-soft text-danger border-danger/30',
  warning: 'bg-warning-soft text-warning border-warning/30',
  success: 'bg-success-soft text-success border-success/30',
  sandbox: 'bg-sandbox-soft text-sandbox border-sandbox/35',
  production: 'bg-production-soft text-production border-production/35',
  sandboxSolid: 'bg-sandbox-solid text-sandbox-ink border-transparent',
  productionSolid: 'bg-production-solid text-production-ink border-transparent',
}

export type Tone = keyof typeof tones

/** A word or two about the item next to it. Never colour alone: give it a word, and an icon where one helps. */
export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: Tone
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <span
      data-tone={tone}
      className={classNames(
        'inline-flex min-h-6 items-center gap-1.5 whitespace-nowrap rounded-full border px-2.5 font-medium text-xs',
        '[&_svg]:size-3.5 [&_svg]:shrink-0',
        tones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  )
}
