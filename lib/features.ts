import { accessKeysFeature } from './access-keys/feature'
import { announcementsFeature } from './announcements/feature'
import { applicationsFeature } from './applications/feature'
import { auditFeature } from './audit/feature'
import { brandingFeature } from './branding/feature'
import { certificatesFeature } from './certificates/feature'
import { commandsFeature } from './commands/feature'
import { credentialsFeature } from './credentials/feature'
import { developersFeature } from './developers/feature'
import { documentsFeature } from './documents/feature'
import { eventsFeature } from './events/feature'
import type { Feature } from './feature'
import { feedFeature } from './feed/feature'
import { healthFeature } from './health/feature'
import { identityFeature } from './identity/feature'
import { lifecycleFeature } from './lifecycle/feature'
import { limitsFeature } from './limits/feature'
import { mailFeature } from './mail/feature'
import { networksFeature } from './networks/feature'
import { oauthFeature } from './oauth/feature'
import { organisationsFeature } from './organisations/feature'
import { outboxFeature } from './outbox/feature'
import { quotaRequestsFeature } from './quota-requests/feature'
import { rehearsalsFeature } from './rehearsals/feature'
import { sandboxFeature } from './sandbox/feature'
import { statusFeature } from './status/feature'
import { termsFeature } from './terms/feature'
import { tokensFeature } from './tokens/feature'
import { usageFeature } from './usage/feature'
import { validationFeature } from './validation/feature'
import { walletFeature } from './wallet/feature'
import { webhooksFeature } from './webhooks/feature'

/** Every concept that the rest of the house has to know of, in the order of the layers. */
export const features: readonly Feature[] = [
  auditFeature,
  mailFeature,
  eventsFeature,
  commandsFeature,
  outboxFeature,
  brandingFeature,
  termsFeature,
  statusFeature,
  walletFeature,
  feedFeature,
  identityFeature,
  developersFeature,
  accessKeysFeature,
  applicationsFeature,
  organisationsFeature,
  sandboxFeature,
  credentialsFeature,
  tokensFeature,
  oauthFeature,
  usageFeature,
  rehearsalsFeature,
  documentsFeature,
  validationFeature,
  certificatesFeature,
  limitsFeature,
  networksFeature,
  quotaRequestsFeature,
  announcementsFeature,
  webhooksFeature,
  lifecycleFeature,
  healthFeature,
]
