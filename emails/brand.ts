/** The Content-ID of the logo (RFC 2392). */
export const logoId = 'logo@portal'

type Tones = { accent: string; fill: string; ink: string }

/** An operator's choices for e-mails: the worker passes them to `renderMail`. Colours are `#rrggbb`. */
export type Brand = {
  productName: string
  /** Empty: e-mails name no address for questions. */
  supportEmail: string
  /** Its size in CSS pixels; the picture is part of the message, as {@link logoId}. */
  logo: { width: number; height: number } | null
  /** The letter to show without a logo; null for Guichet's own mark. */
  initial: string | null
  /** The brand's colour and text on it; for links and buttons, what is derived from it in both themes. */
  colours: { brand: string; brandInk: string } & Record<'light' | 'dark', Tones>
}

export const guichet: Brand = {
  productName: 'Guichet',
  supportEmail: '',
  logo: null,
  initial: null,
  colours: {
    brand: '#0b6658',
    brandInk: '#ffffff',
    light: { accent: '#0b6658', fill: '#0b6658', ink: '#ffffff' },
    dark: { accent: '#62d3bd', fill: '#62d3bd', ink: '#05201b' },
  },
}

/** Colours, light and dark. The light ones are inline styles; the layout's style sheet overrides them in dark mode. */
const light = {
  page: '#f2f6f4',
  card: '#ffffff',
  ink: '#10211d',
  muted: '#4a5d57',
  line: '#d2ddd8',
  soft: '#f2f6f4',
  sandbox: '#835500',
  sandboxSoft: '#fdf0cf',
  sandboxBar: '#e0a32a',
  production: '#5a34b4',
  productionSoft: '#ede8fb',
  productionBar: '#7d57d6',
}
const dark: typeof light = {
  page: '#0b1311',
  card: '#121d1a',
  ink: '#e6efec',
  muted: '#a2b5ae',
  line: '#283833',
  soft: '#1b2925',
  sandbox: '#f5c04a',
  sandboxSoft: '#38290a',
  sandboxBar: '#f5c04a',
  production: '#c3acff',
  productionSoft: '#2b2149',
  productionBar: '#9c7df0',
}
/** Guichet's mark, on white. */
export const mark = { arch: '#0b6658', window: '#f5c04a' }
export const colours = light

export const fonts = {
  text: "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  code: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
}

/** Overrides for dark mode. Mail programs that drop it show the light colours; it loads nothing. */
export function styleSheet({ dark: brand }: Brand['colours']): string {
  return `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a:focus-visible { outline: 3px solid ${light.productionBar}; outline-offset: 2px; }
@media (max-width: 480px) {
  .g-outer { padding: 20px 12px !important; }
  .g-card { padding: 24px 20px 8px !important; }
  .g-title { font-size: 22px !important; line-height: 28px !important; }
  .g-button { display: block !important; text-align: center !important; }
  .g-label, .g-value { display: block !important; width: auto !important; }
  .g-label { padding-bottom: 0 !important; }
  .g-value { border-top: 0 !important; padding-top: 2px !important; }
}
@media (prefers-color-scheme: dark) {
  .g-page, .g-page > table > tbody > tr > td { background-color: ${dark.page} !important; }
  .g-card { background-color: ${dark.card} !important; border-color: ${dark.line} !important; }
  .g-ink, .g-value { color: ${dark.ink} !important; }
  .g-muted, .g-label { color: ${dark.muted} !important; }
  .g-label, .g-value, .g-line { border-color: ${dark.line} !important; }
  .g-soft { background-color: ${dark.soft} !important; border-color: ${dark.line} !important; }
  .g-link { color: ${brand.accent} !important; }
  .g-button { background-color: ${brand.fill} !important; color: ${brand.ink} !important; }
  .g-sandbox { background-color: ${dark.sandboxSoft} !important; color: ${dark.sandbox} !important; }
  .g-production { background-color: ${dark.productionSoft} !important; color: ${dark.production} !important; }
  .g-bar-sandbox { border-top-color: ${dark.sandboxBar} !important; }
  .g-bar-production { border-top-color: ${dark.productionBar} !important; }
}
`
}
