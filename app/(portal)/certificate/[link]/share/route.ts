import { getTranslations } from 'next-intl/server'
import { getBranding } from '@/app/_request/branding'
import { formatDateTime } from '@/components/ui/date-time'
import { getLocale } from '@/i18n/current-locale'
import { findSharedCertificate } from '@/lib/certificates/certificate'
import { drawShareImage } from './picture'

type Context = { params: Promise<{ link: string }> }

/** The picture of a certificate that its owner made a link to; 404 for any other link, as its page. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const certificate = await findSharedCertificate((await params).link)
  if (!certificate) return new Response(null, { status: 404 })
  const t = await getTranslations('applications.certificate')
  const { kind, applicationName: name, cases, at } = certificate
  const did = `${t(`${kind}.title`)}, ${formatDateTime(await getLocale(), at, 'date')}`
  return drawShareImage({ name, did, cases: cases.length, branding: await getBranding() })
}
