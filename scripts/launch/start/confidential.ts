import { secretNames } from '@/lib/env'

/**
 * Settings that only the process that needs them gets. All others are about locations and behaviour. Every process
 * sends traces, and so holds the headers for that.
 */
export const confidential = new Set<string>(
  secretNames.filter((name) => name !== 'OTEL_EXPORTER_OTLP_HEADERS'),
)
