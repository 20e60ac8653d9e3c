import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { firstCallMsisdn } from '@/lib/wallet/sandbox-accounts'
import type { Block, DocsPage, Words } from './blocks'
import { readContent, readPage } from './read-file'

/** A program of `content/quick-start/` and how to run it. The first is the start of `/docs/quick-start` itself. */
export const quickStarts = [
  { id: 'curl', label: 'curl', language: 'sh', file: 'balance.sh', command: 'sh balance.sh' },
  {
    id: 'javascript',
    label: 'JavaScript',
    language: 'javascript',
    file: 'balance.mjs',
    command: 'node balance.mjs',
  },
  { id: 'python', label: 'Python', language: 'python', file: 'balance.py', command: 'python3 balance.py' },
  { id: 'php', label: 'PHP', language: 'php', file: 'balance.php', command: 'php balance.php' },
  { id: 'java', label: 'Java', language: 'java', file: 'Balance.java', command: 'java Balance.java' },
  { id: 'go', label: 'Go', language: 'go', file: 'balance.go', command: 'go run balance.go' },
] as const

type QuickStart = (typeof quickStarts)[number]

/** One page for each language, from one text. */
export function describeQuickStarts(words: Words): DocsPage[] {
  return quickStarts.map((start) => describeQuickStart(start, words))
}

function describeQuickStart(start: QuickStart, words: Words): DocsPage {
  const { t, locale } = words
  const { label, language, file } = start
  const page = readPage('quick-start', locale, {
    values: { language: label, file },
    slots: {
      languages: [{ kind: 'paragraph', text: languageLinks(start, words) }],
      variables: [shell(t('quickStart.variables'), variables(), words)],
      program: [
        {
          kind: 'code',
          title: file,
          code: readContent(`quick-start/${file}`).trimEnd(),
          language,
          copyName: `${t('copy')}: ${file}`,
        },
      ],
      run: [shell(t('quickStart.run'), `${start.command} ${firstCallMsisdn}`, words)],
    },
  })
  return { ...page, path: pathOf(start), above: [{ path: '/docs', title: t('title') }] }
}

function pathOf({ id }: QuickStart): string {
  return id === 'curl' ? '/docs/quick-start' : `/docs/quick-start/${id}`
}

/** Links to the others; the page's own language is strong. */
function languageLinks(current: QuickStart, { t }: Words): string {
  return quickStarts
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
