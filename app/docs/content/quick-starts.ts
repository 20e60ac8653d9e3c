import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { quickStarts } from '@/components/snippets/samples'
import { firstCallMsisdn } from '@/lib/wallet/sandbox-accounts'
import type { Block, DocsPage, Words } from './blocks'
import { readPage } from './read-file'

type QuickStart = ReturnType<typeof quickStarts>[number]

/** One page for each language, from one text. */
export function describeQuickStarts(words: Words): DocsPage[] {
  const starts = quickStarts(words.t('quickStart.missing'))
  return starts.map((start) => describeQuickStart(start, starts, words))
}

function describeQuickStart(start: QuickStart, starts: QuickStart[], words: Words): DocsPage {
  const { t, locale } = words
  const { label, language, file, code } = start
  const page = readPage('quick-start', locale, {
    values: { language: label, file },
    slots: {
      languages: [{ kind: 'paragraph', text: languageLinks(start, starts, words) }],
      variables: [shell(t('quickStart.variables'), variables(), words)],
      program: [
        {
          kind: 'code',
          title: file,
          code,
          language: language === 'curl' ? 'sh' : language,
          copyName: `${t('copy')}: ${file}`,
        },
      ],
      run: [shell(t('quickStart.run'), `${start.command} ${firstCallMsisdn}`, words)],
    },
  })
  return { ...page, path: pathOf(start), above: [{ path: '/docs', title: t('title') }] }
}

/** The first is the start of `/docs/quick-start` itself. */
function pathOf({ language }: QuickStart): string {
  return language === 'curl' ? '/docs/quick-start' : `/docs/quick-start/${language}`
}

/** Links to the others; the page's own language is strong. */
function languageLinks(current: QuickStart, starts: QuickStart[], { t }: Words): string {
  return starts
    .map((each) => {
      const text = t('quickStart.with', { language: each.label })
      return each === current ? `**${text}**` : `[${text}](${pathOf(each)})`
    })
    .join(' · ')
}

function shell(title: string, code: string, { t }: Words): Block {
  return { kind: 'code', title, code, language: 'sh', copyName: `${t('copy')}: ${title}` }
}

function variables(): string {
  const { authUrl, baseUrl } = gatewayAddresses('sandbox')
  return `export AUTH_URL='${authUrl}'
export BASE_URL='${baseUrl}'
export CLIENT_ID='guichet_sandbox_id_…'
export CLIENT_SECRET='guichet_sandbox_secret_…'`
}
