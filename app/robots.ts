import type { MetadataRoute } from 'next'

export default function robots(): MetadataRoute.Robots {
  return {
    rules: {
      userAgent: '*',
      allow: '/',
      disallow: ['/account', '/activate/', '/api/', '/applications', '/review', '/two-factor'],
    },
  }
}
