import { defaultLogoPaths, initialOf, usesDefaultLogo } from '@/lib/branding/default-logo'
import type { Branding } from '@/lib/branding/schema'

export type Brand = Pick<Branding, 'productName' | 'logoHash' | 'saved'>

const sizes = {
  large: ['h-8 max-w-40', 'size-8 text-lg'],
  small: ['h-6 max-w-32', 'size-6 text-sm'],
} as const

/** The operator's logo, else the product's initial, else Guichet's mark. Decorative: the name is next to it. */
export function BrandLogo({ brand, size = 'large' }: { brand: Brand; size?: keyof typeof sizes }) {
  const [picture, square] = sizes[size]
  if (brand.logoHash)
    return (
      // biome-ignore lint/performance/noImgElement: it is small, encoded by us, and Next's own scaling is off
      <img
        src={`/brand/logo?v=${brand.logoHash}`}
        alt=""
        className={`${picture} w-auto shrink-0 object-contain`}
      />
    )
  if (!usesDefaultLogo(brand))
    return (
      <span
        aria-hidden="true"
        data-initial={initialOf(brand.productName)}
        className={`${square} inline-grid shrink-0 place-items-center rounded-lg bg-brand font-bold text-brand-ink leading-none before:content-[attr(data-initial)]`}
      />
    )
  return <Counter className={`${square} shrink-0`} />
}

/** Guichet's mark: a counter below an arch, its window lit in amber. */
function Counter({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" className="fill-brand" />
      <path
        d={defaultLogoPaths.arch}
        fill="none"
        className="stroke-brand-ink"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <path d={defaultLogoPaths.window} className="fill-[var(--lamp)]" />
    </svg>
  )
}
