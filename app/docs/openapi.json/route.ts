import { getTranslations } from 'next-intl/server'
import { getBranding } from '@/app/_request/branding'
import { describeApi } from '../openapi/document'
import { nameShared } from '../openapi/name-shared'

/** The operator's identity is read on each request; a build has no database. */
export const dynamic = 'force-dynamic'

/** The text for the branding as it was last seen: making it takes 80 ms of CPU time and more. */
let rendered: { branding: string; text: string } | undefined

/** The document for tools. Always in English: its content must not depend on the reader. */
export async function GET(): Promise<Response> {
  const branding = await getBranding()
  const key = JSON.stringify(branding)
  if (rendered?.branding !== key) {
    const t = await getTranslations({ locale: 'en', namespace: 'docs.api' })
    const text = `${JSON.stringify(nameShared(describeApi(t, branding)), null, 2)}\n`
    rendered = { branding: key, text }
  }
  return new Response(rendered.text, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'inline; filename="openapi.json"',
    },
  })
}
