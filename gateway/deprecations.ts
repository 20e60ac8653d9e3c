import type { Pool } from 'pg'
import { deprecationsStatement } from '@/lib/announcements/deprecations'
import type { EndpointName } from './exchange'
import { line } from './responses/lines'

/** The lines that an endpoint's responses get while it is deprecated. */
export type Deprecations = {
  /** Undefined for nearly every endpoint, nearly always. */
  readonly fields: Partial<Record<EndpointName, string>>
  start(): void
  stop(): void
}

type Row = { id: string; endpoint: EndpointName; since: string; sunset: string }

/** Contract: within two seconds of the announcement. */
const pollMs = 1000

/**
 * Knows which endpoints are deprecated, from one small query a second, so that a call costs one look-up in an object.
 * While the database is unavailable, what was known stays.
 * @param onFailure called once for each outage
 */
export function watchDeprecations(
  pool: Pool,
  portalUrl: string,
  onFailure: (error: unknown) => void,
): Deprecations {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let failing = false

  const watched = {
    fields: {} as Deprecations['fields'],
    start: () => void look(),
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }

  async function look(): Promise<void> {
    try {
      const { rows } = await pool.query<Row>(deprecationsStatement)
      watched.fields = Object.fromEntries(rows.map((row) => [row.endpoint, formatFields(row, portalUrl)]))
      failing = false
    } catch (error) {
      if (!failing && !stopped) onFailure(error)
      failing = true
    }
    if (!stopped) timer = setTimeout(look, pollMs).unref()
  }

  return watched
}

/** `Deprecation` (RFC 9745 §2), `Sunset` (RFC 8594 §3) and the link to what explains them (RFC 9745 §3). */
function formatFields({ id, since, sunset }: Row, portalUrl: string): string {
  return (
    line('Deprecation', `@${since}`) +
    line('Sunset', new Date(Number(sunset) * 1000).toUTCString()) +
    line('Link', `<${portalUrl}/announcements/${id}>; rel="deprecation"`)
  )
}
