import { feature } from '@/lib/feature'

export const oauthFeature = feature({
  foreignTables: ['access_token', 'application', 'client_key', 'client_secret', 'single_use'],
})
