import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import createNextIntlPlugin from 'next-intl/plugin'

const withNextIntl = createNextIntlPlugin('./i18n/request.ts')

// Tests build beside a running portal, so the folder can be moved.
const distDir = process.env.NEXT_DIST_DIR || '.next'

/** @type {import('next').NextConfig} */
const config = {
  distDir,
  poweredByHeader: false,
  reactStrictMode: true,
  // `tsc` checks the whole project in the test command; checking again here would slow down every start.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: dirname(fileURLToPath(import.meta.url)) },
  // Native modules and modules that start threads or read files beside themselves.
  serverExternalPackages: [
    '@node-rs/argon2',
    'graphile-worker',
    'nodemailer',
    'pg',
    'pino',
    ...['api', 'context-async-hooks', 'core', 'exporter-trace-otlp-http', 'resources', 'sdk-trace-base'].map(
      (each) => `@opentelemetry/${each}`,
    ),
  ],
  // No page uses it, and for strangers it would scale pictures at the cost of our processor and disk.
  images: { unoptimized: true },
  async redirects() {
    return [
      { source: '/administration/identity', destination: '/administration/branding', permanent: true },
      {
        source: '/applications/:id/usage/:requestId([0-9a-fA-F-]{36})',
        destination: '/applications/:id/requests/:requestId',
        permanent: true,
      },
      {
        source: '/applications/:id/:page(usage|requests)',
        destination: '/applications/:id/traffic',
        permanent: true,
      },
      {
        source: '/applications/:id/usage/export',
        destination: '/applications/:id/traffic/export',
        permanent: true,
      },
      { source: '/review/statistics', destination: '/review', permanent: true },
      { source: '/docs/search(.json)?', destination: '/search', permanent: true },
      {
        source: '/administration/applications/:id/support',
        destination: '/administration/applications/:id',
        permanent: true,
      },
      {
        source: '/administration/:page(announcements|terms)/preview',
        destination: '/administration/:page',
        permanent: true,
      },
      { source: '/.well-known/change-password', destination: '/account/security', statusCode: 303 },
    ]
  },
  async rewrites() {
    // Before the pages: `/docs/errors/[code]` would take the address of its own Markdown.
    return {
      beforeFiles: [
        { source: '/docs.md', destination: '/docs/markdown' },
        { source: '/docs/:path(.*)\\.md', destination: '/docs/markdown/:path' },
      ],
    }
  },
  experimental: {
    // forbidden(): a page of its own, with the status 403.
    authInterrupts: true,
    globalNotFound: true,
    // Builds after a change are five times as fast with it. A first build would spend a fifth of its time on
    // writing it, and most folders are built once.
    turbopackFileSystemCacheForBuild: existsSync(join(distDir, 'BUILD_ID')),
    // The largest form of lib/uploads.ts, whose test compares them; portal/admission.ts has a lower limit for
    // the others.
    serverActions: { bodySizeLimit: 2 * 1024 * 1024 },
  },
}

export default withNextIntl(config)
