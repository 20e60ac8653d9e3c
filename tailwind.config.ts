import type { Config } from 'tailwindcss'

/** Colours are roles, not hues: each is a CSS variable with a light and a dark value (app/globals.css). */
function role(name: string) {
  return {
    DEFAULT: `var(--${name})`,
    soft: `var(--${name}-soft)`,
    ink: `var(--${name}-ink)`,
  }
}

export default {
  theme: {
    extend: {
      colors: {
        canvas: 'var(--canvas)',
        surface: 'var(--surface)',
        raised: 'var(--raised)',
        ink: 'var(--ink)',
        muted: 'var(--muted)',
        line: { DEFAULT: 'var(--line)', strong: 'var(--line-strong)' },
        brand: { DEFAULT: 'var(--brand)', ink: 'var(--brand-ink)' },
        accent: { DEFAULT: 'var(--accent)', soft: 'var(--accent-soft)' },
        fill: { DEFAULT: 'var(--fill)', hover: 'var(--fill-hover)', ink: 'var(--fill-ink)' },
        danger: { ...role('danger'), hover: 'var(--danger-hover)' },
        warning: role('warning'),
        success: role('success'),
        info: role('info'),
        sandbox: { ...role('sandbox'), solid: 'var(--sandbox-solid)' },
        production: { ...role('production'), solid: 'var(--production-solid)' },
        chart: {
          succeeded: 'var(--chart-succeeded)',
          refused: 'var(--chart-refused)',
          limited: 'var(--chart-limited)',
          failed: 'var(--chart-failed)',
          unchanged: 'var(--chart-unchanged)',
          stale: 'var(--chart-stale)',
        },
        ticket: 'var(--ticket)',
        code: {
          DEFAULT: 'var(--code)',
          ink: 'var(--code-ink)',
          muted: 'var(--code-muted)',
          line: 'var(--code-line)',
          key: 'var(--code-key)',
          string: 'var(--code-string)',
          number: 'var(--code-number)',
        },
      },
      fontFamily: {
        sans: [
          'Geist Variable',
          'Geist Fallback',
          'Geist Fallback Android',
          'Geist Fallback Linux',
          'system-ui',
          'sans-serif',
        ],
        mono: ['Geist Mono Variable', 'ui-monospace', 'monospace'],
      },
      fontSize: {
        xs: ['0.8125rem', { lineHeight: '1.25rem' }],
        sm: ['0.875rem', { lineHeight: '1.375rem' }],
        base: ['1rem', { lineHeight: '1.625rem' }],
        subject: ['0.9375rem', { lineHeight: '1.5rem', fontWeight: '600' }],
        lg: ['1.125rem', { lineHeight: '1.75rem' }],
        xl: ['1.3125rem', { lineHeight: '1.75rem', letterSpacing: '-0.01em' }],
        '2xl': ['1.625rem', { lineHeight: '2rem', letterSpacing: '-0.018em' }],
        '3xl': ['clamp(1.75rem, 1.4rem + 1.5vw, 2.25rem)', { lineHeight: '1.15', letterSpacing: '-0.024em' }],
        display: ['clamp(2.25rem, 1.35rem + 3.9vw, 4rem)', { lineHeight: '1.04', letterSpacing: '-0.034em' }],
      },
      maxWidth: {
        prose: '42rem',
        form: '32rem',
        page: '72rem',
      },
      boxShadow: {
        card: 'var(--shadow-card)',
        lifted: 'var(--shadow-lifted)',
      },
    },
  },
} satisfies Config
