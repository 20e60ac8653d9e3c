import { createDocument } from 'zod-openapi'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { type Branding, guichetBranding } from '@/lib/branding/schema'
import type { Describe } from './group'
import { apiGroups } from './groups'
import { servers } from './servers'
import { describeWebhooks } from './webhooks'

/** The gateway's OpenAPI 3.1 document, with its descriptions in the translator's language. */
export function describeApi(t: Describe, branding: Branding = guichetBranding) {
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: t('title', { product: branding.productName }),
      version: '1',
      description: t('about'),
      ...contactOf(branding),
    },
    servers: servers('baseUrl'),
    tags: apiGroups.map(({ id, about }) => ({ name: id, description: t(about) })),
    components: { securitySchemes: securitySchemes() },
    webhooks: describeWebhooks(t),
    paths: Object.assign({}, ...apiGroups.map(({ paths }) => paths(t))),
  })
}

/** OpenAPI 3.1 §4.8.3. */
function contactOf({ operatorName, supportEmail }: Branding) {
  const contact = {
    ...(operatorName && { name: operatorName }),
    ...(supportEmail && { email: supportEmail }),
  }
  return Object.keys(contact).length > 0 ? { contact } : {}
}

function securitySchemes() {
  const tokenUrl = `${gatewayAddresses('sandbox').authUrl}/oauth/token`
  return {
    client: { type: 'http', scheme: 'basic' },
    personalKey: { type: 'http', scheme: 'bearer' },
    bearer: { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes: {} } } },
  } as const
}
