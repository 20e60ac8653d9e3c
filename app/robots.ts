import type { MetadataRoute } from 'next'
import { getSettings } from '@/lib/env'

// The URLs are known at run time only.
export const dynamic = 'force-dynamic'

export default function robots(): MetadataRoute.Robots {
  return {
    rules: {
      userAgent: '*',
      allow: '/',
      disallow: [
        '/account',
        '/activate/',
        '/administration',
        '/api/',
        '/applications',
        '/approval',
        '/review',
        '/terms/accept',
        '/two-factor',
      ],
    },
    sitemap: `${getSettings().PORTAL_URL}/sitemap.xml`,
  }
}
