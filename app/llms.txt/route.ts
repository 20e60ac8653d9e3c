import { getBranding } from '@/app/_request/branding'
import type { DocsPage } from '@/app/docs/content/blocks'
import { describeErrorPages } from '@/app/docs/content/error-pages'
import { markdownAddress } from '@/app/docs/content/markdown'
import { describeSections } from '@/app/docs/content/pages'
import { markdownResponse } from '@/app/docs/content/response'
import { readWords } from '@/app/docs/content/words'
import { getSettings } from '@/lib/env'

/** The operator's identity is read on each request; a build has no database. */
export const dynamic = 'force-dynamic'

/** https://llmstxt.org: an index of the documentation for language models. */
export async function GET(): Promise<Response> {
  const words = await readWords()
  const { t } = words
  const origin = getSettings().PORTAL_URL
  const line = ({ path, title, badges, lead }: DocsPage) =>
    `- [${badges ? `${badges[0]}: ` : ''}${title}](${origin}${markdownAddress(path)}): ${lead}`
  const sections = describeSections(words).map(
    ({ id, pages }) => `## ${t(`nav.${id}`)}\n\n${pages.map(line).join('\n')}`,
  )
  const text = `# ${(await getBranding()).productName}

> ${t('description')}

${sections.join('\n\n')}
- [Model Context Protocol](${origin}/mcp): ${words.api('agents.instructions')}
- [OpenAPI 3.1](${origin}/docs/openapi.json): ${t('reference.lead')}
- [${t('nav.everything')}](${origin}/llms-full.txt)

## ${t('errorPage.index')}

${describeErrorPages(words).map(line).join('\n')}
`
  return markdownResponse(text, 'text/plain')
}
