import { accessKeysFeature } from './access-keys/feature'
import { announcementsFeature } from './announcements/feature'
import { applicationsFeature } from './applications/feature'
import { auditFeature } from './audit/feature'
import { commandsFeature } from './commands/feature'
import { credentialsFeature } from './credentials/feature'
import { developersFeature } from './developers/feature'
import { documentsFeature } from './documents/feature'
import type { Feature } from './feature'
import { feedFeature } from './feed/feature'
import { identityFeature } from './identity/feature'
import { mailFeature } from './mail/feature'
import { networksFeature } from './networks/feature'
import { rehearsalsFeature } from './rehearsals/feature'
import { statusFeature } from './status/feature'
import { tokensFeature } from './tokens/feature'
import { usageFeature } from './usage/feature'
import { validationFeature } from './validation/feature'
import { walletFeature } from './wallet/feature'
import { webhooksFeature } from './webhooks/feature'

/** Every concept that the rest of the house has to know of, in the order of the layers. */
export const features: readonly Feature[] = [
  auditFeature,
  mailFeature,
  commandsFeature,
  statusFeature,
  walletFeature,
  feedFeature,
  identityFeature,
  developersFeature,
  accessKeysFeature,
  applicationsFeature,
  credentialsFeature,
  tokensFeature,
  usageFeature,
  rehearsalsFeature,
  documentsFeature,
  validationFeature,
  networksFeature,
  announcementsFeature,
  webhooksFeature,
]
