import { type AccentScale, accentScale } from '@/lib/branding/accent'

/** The operator's identity is read on each request; a build has no database. */
export const dynamic = 'force-dynamic'

/** The style sheet of one accent colour: it depends on its URL alone, so browsers keep it. */
export function GET(request: Request): Response {
  const colour = `#${new URL(request.url).searchParams.get('colour') ?? ''}`
  if (!/^#[0-9a-f]{6}$/.test(colour)) return new Response(null, { status: 404 })
  return new Response(styleSheet(accentScale(colour)), {
    headers: {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  })
}

/** More specific than the defaults of app/globals.css, whichever comes first. */
function styleSheet({ light, dark }: AccentScale): string {
  return `html:root {
  --accent: light-dark(${light.accent}, ${dark.accent});
  --accent-hover: light-dark(${light.hover}, ${dark.hover});
  --accent-soft: light-dark(${light.soft}, ${dark.soft});
  --accent-ink: light-dark(${light.ink}, ${dark.ink});
}
`
}
