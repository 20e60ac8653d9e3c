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
