import { feature } from '@/lib/feature'

export const announcementsFeature = feature({
  jobs: {
    'mail-announcements': {
      at: '* * * * *',
      run: async ({ signal }) => (await import('./mail-announcements')).mailAnnouncements({ signal }),
    },
  },
})
