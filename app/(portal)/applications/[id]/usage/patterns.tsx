import type { ReactNode } from 'react'

export type Pattern = 'solid' | 'stripes' | 'dots' | 'checks'

const drawings: Record<Exclude<Pattern, 'solid'>, ReactNode> = {
  stripes: (
    <>
      <rect width="8" height="8" className="fill-warning-soft" />
      <path d="M-2 2 L2 -2 M0 8 L8 0 M6 10 L10 6" strokeWidth="2.5" className="stroke-warning" />
    </>
  ),
  dots: (
    <>
      <rect width="8" height="8" className="fill-production-soft" />
      <circle cx="2" cy="2" r="1.6" className="fill-production" />
      <circle cx="6" cy="6" r="1.6" className="fill-production" />
    </>
  ),
  checks: (
    <>
      <rect width="8" height="8" className="fill-danger" />
      <path d="M0 0 L8 8 M8 0 L0 8" strokeWidth="1.5" className="stroke-danger-soft" />
    </>
  ),
}

/** Pattern definitions for one drawing; ids are shared by the whole page, hence the prefix. */
export function Patterns({ prefix, only }: { prefix: string; only?: Pattern }) {
  const names = (Object.keys(drawings) as Exclude<Pattern, 'solid'>[]).filter(
    (name) => !only || name === only,
  )
  return (
    <defs>
      {names.map((name) => (
        <pattern key={name} id={`${prefix}-${name}`} width="8" height="8" patternUnits="userSpaceOnUse">
          {drawings[name]}
        </pattern>
      ))}
    </defs>
  )
}

/** The value of `fill`; undefined for the plain series, which a class colours. */
export function patternFill(pattern: Pattern, prefix: string): string | undefined {
  return pattern === 'solid' ? undefined : `url(#${prefix}-${pattern})`
}
