import { z } from 'zod'
import { fetchFromProvider } from '@/lib/identity/provider-fetch'
import { type Finding, reasonOf } from './schema'

const metadataSchema = z.object({ issuer: z.string(), jwks_uri: z.url().optional() })
const keysSchema = z.object({ keys: z.array(z.unknown()).min(1) })

/**
 * Whether staff could sign in with the provider: its metadata can be read (OpenID Connect Discovery §4),
 * names the issuer that is configured, and leads to at least one key.
 * @param issuer OIDC_ISSUER
 */
export async function checkProvider(issuer: string | undefined): Promise<Finding> {
  if (!issuer) return { check: 'provider', outcome: 'unused', values: {} }
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const metadata = await read(address, metadataSchema)
  if (!metadata.ok) return unreachable(address, metadata.reason)
  const { issuer: named, jwks_uri: keysAddress } = metadata.value
  if (!isSame(named, issuer)) return { check: 'provider', outcome: 'other_issuer', values: { issuer, named } }
  if (!keysAddress) return { check: 'provider', outcome: 'no_keys', values: { address } }
  const keys = await read(keysAddress, keysSchema)
  if (keys.ok) return { check: 'provider', outcome: 'good', values: { issuer } }
  return keys.reason === malformed
    ? { check: 'provider', outcome: 'no_keys', values: { address: keysAddress } }
    : unreachable(keysAddress, keys.reason)
}

function unreachable(address: string, reason: string): Finding {
  return { check: 'provider', outcome: 'unreachable', values: { address, reason } }
}

const malformed = 'malformed'

async function read<Schema extends z.ZodType>(
  address: string,
  schema: Schema,
): Promise<{ ok: true; value: z.output<Schema> } | { ok: false; reason: string }> {
  try {
    const response = await fetchFromProvider(address)
    if (!response.ok) return { ok: false, reason: `HTTP ${response.status}` }
    const parsed = schema.safeParse(await response.json().catch(() => null))
    return parsed.success ? { ok: true, value: parsed.data } : { ok: false, reason: malformed }
  } catch (error) {
    return { ok: false, reason: reasonOf(error) }
  }
}

/** As discovery compares them (`findIssuer`). */
function isSame(named: string, issuer: string): boolean {
  return URL.canParse(named) && new URL(named).href === new URL(issuer).href
}
