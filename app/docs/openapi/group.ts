import type { useTranslations } from 'next-intl'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'

/** The translator of the namespace `docs.api`. */
export type Describe = ReturnType<typeof useTranslations<'docs.api'>>

/** A key of its texts. */
export type Description = Parameters<Describe>[0]

/** Endpoints that belong together: a tag of the OpenAPI document, and a page of the reference. */
export type ApiGroup = {
  /** The tag, and the end of the page's URL. */
  id: string
  title: Description
  about: Description
  /** Every operation has `operationId`, `summary`, `description`, `security` and the group's tag. */
  paths: (t: Describe) => ZodOpenApiPathsObject
}

/** The two environments, Sandbox first: request samples call that one. */
export function servers(address: 'authUrl' | 'baseUrl') {
  return (['sandbox', 'production'] as const).map((environment) => ({
    url: gatewayAddresses(environment)[address],
    description: environment === 'sandbox' ? 'Sandbox' : 'Production',
  }))
}
