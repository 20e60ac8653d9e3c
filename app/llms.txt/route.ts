import { markdownAddress } from '@/app/docs/content/markdown'
import { describeDocs } from '@/app/docs/content/pages'
import { markdownResponse } from '@/app/docs/content/response'
import { readWords } from '@/app/docs/content/words'
import { getSettings } from '@/lib/env'

/** https://llmstxt.org: an index of the documentation for language models. */
export async function GET(): Promise<Response> {
  const words = await readWords()
  const origin = getSettings().PORTAL_URL
  const [guide, ...others] = describeDocs(words).map(
    ({ path, title, badges, lead }) =>
      `- [${badges ? `${badges[0]}: ` : ''}${title}](${origin}${markdownAddress(path)}): ${lead}`,
  )
  const { t } = words
  const text = `# Guichet

> ${t('description')}

## ${t('nav.guide')}

${guide}

## ${t('nav.more')}

${others.join('\n')}
- [OpenAPI 3.1](${origin}/docs/openapi.json): ${t('reference.lead')}
- [${t('nav.everything')}](${origin}/llms-full.txt)
`
  return markdownResponse(text, 'text/plain')
}
