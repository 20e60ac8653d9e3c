import { classNames } from '@/components/class-names'
import { Card } from '@/components/ui/card'

const surfaces = [
  ['canvas', 'bg-canvas text-ink'],
  ['surface', 'bg-surface text-ink'],
  ['raised', 'bg-raised text-ink'],
  ['muted on canvas', 'bg-canvas text-muted'],
  ['code', 'bg-code text-code-ink'],
  ['muted on code', 'bg-code text-code-muted'],
] as const

const roles = [
  ['accent', 'bg-accent text-accent-ink', 'bg-accent-soft text-accent'],
  ['danger', 'bg-danger text-danger-ink', 'bg-danger-soft text-danger'],
  ['warning', 'bg-warning text-warning-ink', 'bg-warning-soft text-warning'],
  ['success', 'bg-success text-success-ink', 'bg-success-soft text-success'],
  ['sandbox', 'bg-sandbox-solid text-sandbox-ink', 'bg-sandbox-soft text-sandbox'],
  ['production', 'bg-production-solid text-production-ink', 'bg-production-soft text-production'],
] as const

const swatch = 'rounded-lg border border-line px-3 py-4 text-sm font-medium'

/** Colour tokens, each as a text on its ground. */
export function Colours() {
  return (
    <Card title="Colours">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        {surfaces.map(([name, look]) => (
          <div key={name} className={classNames(swatch, look)}>
            {name}
          </div>
        ))}
        {roles.map(([name, solid, soft]) => (
          <div key={name} className="grid gap-1">
            <div className={classNames(swatch, solid)}>{name}</div>
            <div className={classNames(swatch, soft)}>{name} soft</div>
          </div>
        ))}
      </div>
    </Card>
  )
}

/** The type scale. */
export function Type() {
  return (
    <Card title="Type">
      <div className="grid gap-3">
        <p className="font-semibold text-display">Display</p>
        <p className="font-semibold text-3xl">Page title, 3xl</p>
        <p className="font-semibold text-2xl">Heading, 2xl</p>
        <p className="font-semibold text-xl">Heading, xl</p>
        <p className="text-lg">Lead, lg: what this is about in one sentence.</p>
        <p>Text, base: 42 rem is the widest that a line of it may be.</p>
        <p className="text-muted text-sm">Aside, sm and muted: hints, times, places.</p>
        <p className="font-mono text-sm">Mono: guichet_sandbox_id_4f9K2mQ0 0O1lI</p>
      </div>
    </Card>
  )
}
