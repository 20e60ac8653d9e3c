import { csvCell } from '@/lib/audit/export'
import type { UsagePoint } from './schema'

const columns = {
  succeeded: 'succeeded',
  refused: 'refused',
  limited: 'limited',
  failed: 'failed',
  tokens_minted: 'tokensMinted',
  tokens_reused: 'tokensReused',
  p50_ms: 'p50',
  p95_ms: 'p95',
  p99_ms: 'p99',
} as const satisfies Record<string, keyof UsagePoint>

/** The content type of {@link formatUsage} (RFC 4180). */
export const csvType = 'text/csv; charset=utf-8; header=present'

/** Intervals as CSV, a line each. */
export function formatUsage(points: UsagePoint[]): string {
  const rows = points.map((point) => [
    point.at.toISOString(),
    ...Object.values(columns).map((name) => String(point[name] ?? '')),
  ])
  const lines = [['from', ...Object.keys(columns)], ...rows].map((cells) => cells.map(csvCell).join(','))
  return `${lines.join('\r\n')}\r\n`
}

/** Intervals as objects with the names of the columns; percentiles without calls are null. */
export function describeUsage(points: UsagePoint[]): Record<string, string | number | null>[] {
  return points.map((point) => ({
    from: point.at.toISOString(),
    ...Object.fromEntries(Object.entries(columns).map(([column, name]) => [column, point[name]])),
  }))
}
