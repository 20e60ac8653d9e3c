import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrandColours } from '@/lib/branding/accent'

/** The colours of `app/globals.css` and the build's font, which is served while the database is away. */
export function standaloneStyle({ brand, brandInk, lamp, light, dark }: BrandColours): string {
  return `
${fontFace}
:root { color-scheme: light dark; --canvas: light-dark(#f2f6f4, #0b1311); --surface: light-dark(#ffffff, #121d1a); --ink: light-dark(#10211d, #e6efec); --muted: light-dark(#4a5d57, #a2b5ae); --line: light-dark(#d2ddd8, #283833); --danger: light-dark(#b0251d, #ff9f96); --danger-soft: light-dark(#fbe9e7, #3b1b19); --accent: light-dark(${light.accent}, ${dark.accent}); --accent-soft: light-dark(${light.soft}, ${dark.soft}); --fill: light-dark(${light.fill}, ${dark.fill}); --fill-hover: light-dark(${light.hover}, ${dark.hover}); --fill-ink: light-dark(${light.ink}, ${dark.ink}); --brand: ${brand}; --brand-ink: ${brandInk} }
* { box-sizing: border-box }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 1rem/1.6 Geist, system-ui, sans-serif }
header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1rem; min-height: 4rem; padding: 0 max(1rem, calc((100vw - 72rem) / 2 + 1.5rem)); background: var(--surface); border-bottom: 3px solid var(--brand) }
main { max-width: 42rem; margin: 0 auto; padding: 4rem 1rem }
h1 { margin: .5rem 0 1rem; font-size: 1.875rem; line-height: 1.2 }
h2 { margin: 2rem 0 .5rem; font-size: 1.125rem }
a { color: var(--accent); overflow-wrap: anywhere }
nav { display: flex; gap: .25rem }
nav a { padding: .25rem .5rem; border-radius: .375rem; color: var(--ink) }
nav a[aria-current] { background: var(--accent-soft); text-decoration: none }
small, .kicker { color: var(--muted) }
.kicker { margin: 1rem 0 0; font: .875rem/1.6 ui-monospace, monospace }
.down { padding: 1rem; border: 1px solid var(--danger); border-radius: .75rem; background: var(--danger-soft) }
.home { display: flex; align-items: center; gap: .625rem; color: var(--ink); font-weight: 600; font-size: 1.125rem; text-decoration: none }
.mark { display: inline-grid; place-items: center; width: 2rem; height: 2rem; border-radius: .5rem; background: var(--brand); color: var(--brand-ink); font-weight: 700; fill: none; stroke: currentColor; stroke-width: 2.6; stroke-linecap: round }
.window { fill: ${lamp}; stroke: none }
.arch { height: 6rem; fill: var(--accent-soft); stroke: var(--accent); stroke-width: 4; stroke-linecap: round }
button, .button { display: inline-block; min-height: 2.5rem; padding: .5rem 1rem; border: 0; border-radius: .5rem; background: var(--fill); color: var(--fill-ink); font: inherit; font-weight: 500; text-decoration: none; cursor: pointer }
`
}

const fontFace = findFont()

/** Its name contains a hash of the build. */
function findFont(): string {
  const folder = join(process.env.NEXT_DIST_DIR || '.next', 'static', 'media')
  const font =
    existsSync(folder) && readdirSync(folder).find((name) => /^geist-latin-wght-normal.*\.woff2$/.test(name))
  if (!font) return ''
  return `@font-face { font-family: Geist; font-weight: 100 900; font-display: swap; src: url(/_next/static/media/${font}) format("woff2") }`
}
