type Accent = { accent: string; ink: string }

/** An operator's choices for e-mails: the worker passes them to `renderMail`. Colours are `#rrggbb`. */
export type Brand = {
  productName: string
  /** Empty: e-mails name no address for questions. */
  supportEmail: string
  /** The letter to show instead of a logo; null for Guichet's own mark. */
  initial: string | null
  /** The accent and text on it, in both themes. */
  accent: Record<'light' | 'dark', Accent>
}

export const guichet: Brand = {
  productName: 'Guichet',
  supportEmail: '',
  initial: null,
  accent: { light: { accent: '#0b6658', ink: '#ffffff' }, dark: { accent: '#62d3bd', ink: '#05201b' } },
}
