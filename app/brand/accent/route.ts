import { type BrandColours, brandColours } from '@/lib/branding/accent'

/** The operator's identity is read on each request; a build has no database. */
export const dynamic = 'force-dynamic'

/** The style sheet of one brand colour, for all pages or a preview. With the version it depends on its URL alone. */
export function GET(request: Request): Response {
  const query = new URL(request.url).searchParams
  const colour = `#${query.get('brand') ?? ''}`
  if (!/^#[0-9a-f]{6}$/.test(colour)) return new Response(null, { status: 404 })
  return new Response(
    styleSheet(brandColours(colour), query.has('preview') ? 'html [data-preview]' : 'html:root'),
    {
      headers: {
        'Content-Type': 'text/css; charset=utf-8',
        'Cache-Control': query.has('v') ? 'public, max-age=31536000, immutable' : 'no-cache',
      },
    },
  )
}

/** As passed cases are in the brand's colour. */
const hollow = `
  --arch-failed: var(--surface);
  --arch-failed-ink: var(--danger);
  --arch-failed-edge: var(--danger);`

/** More specific than the defaults of app/globals.css, whichever comes first. */
function styleSheet(
  { brand, brandInk, sandbox, lamp, lampInk, isRed, light, dark }: BrandColours,
  selector: string,
): string {
  return `${selector} {
  --brand: ${brand};
  --brand-ink: ${brandInk};
  --sandbox-solid: ${sandbox};
  --lamp: ${lamp};
  --lamp-ink: ${lampInk};
  --accent: light-dark(${light.accent}, ${dark.accent});
  --accent-soft: light-dark(${light.soft}, ${dark.soft});
  --fill: light-dark(${light.fill}, ${dark.fill});
  --fill-hover: light-dark(${light.hover}, ${dark.hover});
  --fill-ink: light-dark(${light.ink}, ${dark.ink});${isRed ? hollow : ''}
}
`
}
