import type { MetadataRoute } from 'next'
import { describeDocs } from '@/app/docs/content/pages'
import { readWords } from '@/app/docs/content/words'
import { getSettings } from '@/lib/env'

/** The pages for search engines: public ones that are worth finding. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const docs = describeDocs(await readWords()).map(({ path }) => path)
  return ['', '/sign-up', '/sign-in', ...docs].map((path) => ({ url: getSettings().PORTAL_URL + path }))
}
