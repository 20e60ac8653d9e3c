import { getTranslations } from 'next-intl/server'
import { getBranding } from '@/app/_request/branding'
import { describeApi } from '../openapi/document'
import { nameShared } from '../openapi/name-shared'

/** The operator's identity is read on each request; a build has no database. */
export const dynamic = 'force-dynamic'

/** The document for tools. Always in English: its content must not depend on the reader. */
export async function GET(): Promise<Response> {
  const t = await getTranslations({ locale: 'en', namespace: 'docs.api' })
  return new Response(`${JSON.stringify(nameShared(describeApi(t, await getBranding())), null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'inline; filename="openapi.json"',
    },
  })
}
