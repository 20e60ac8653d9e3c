import { fileURLToPath } from 'node:url'

export default {
  poweredByHeader: false,
  serverExternalPackages: ['pg', 'pino'],
  turbopack: { root: fileURLToPath(new URL('../../..', import.meta.url)) },
  typescript: { ignoreBuildErrors: true },
}
