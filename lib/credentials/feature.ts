import { feature } from '@/lib/feature'

export const credentialsFeature = feature({
  jobs: {
    'retire-secrets': {
      at: '* * * * *',
      run: async ({ signal }) => (await import('./client-secret')).retireSecrets(signal),
    },
  },
})
