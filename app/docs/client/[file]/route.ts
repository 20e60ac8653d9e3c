import { clientPackage } from '@/generated/client-package'

/** The client for TypeScript as a package: `npm install {PORTAL_URL}/docs/client/NAME-VERSION.tgz`. */
export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }) {
  if ((await params).file !== clientPackage.name) return new Response(null, { status: 404 })
  return new Response(Buffer.from(clientPackage.content, 'base64'), {
    headers: {
      'Content-Type': 'application/gzip',
      'Content-Disposition': `attachment; filename="${clientPackage.name}"`,
    },
  })
}
