'use client'

import { Download } from 'lucide-react'
import { envFile } from '@/components/snippets/env-file'
import { firstCallSnippets, type Snippet, type SnippetInput } from '@/components/snippets/snippets'
import { buttonLook } from '@/components/ui/button-look'
import { CopyButton } from '@/components/ui/copy-button'
import { Tabs } from '@/components/ui/tabs'

export type FirstCallLabels = Record<
  | 'withVariable'
  | 'copyCompletes'
  | 'withSecret'
  | 'copy'
  | 'copied'
  | 'copyFailed'
  | 'language'
  | 'run'
  | 'copyEnv'
  | 'copiedEnv'
  | 'collection'
  | 'collectionHint',
  string
>

type Props = {
  labels: FirstCallLabels
  /** With the secret once it is revealed. */
  snippet: SnippetInput
  /** Whether there is a secret to reveal at all. */
  available: boolean
  /** Fetches the secret, so that a copy works as pasted; null: copies what is shown. */
  getSecret: (() => Promise<string | null>) | null
  /** Where the calls can be downloaded as a collection. */
  collection: string
}

/** The first call in several languages, as tabs that need no script. */
export function FirstCall({ labels, snippet, available, getSecret, collection }: Props) {
  const revealed = snippet.clientSecret !== null
  async function getCode(language: Snippet['language']) {
    const clientSecret = snippet.clientSecret ?? (getSecret ? await getSecret() : null)
    if (getSecret && !clientSecret) return null
    return (
      firstCallSnippets({ ...snippet, clientSecret }).find((each) => each.language === language)?.code ?? null
    )
  }
  async function getEnvFile() {
    const clientSecret = snippet.clientSecret ?? (getSecret ? await getSecret() : null)
    return getSecret && !clientSecret ? null : envFile({ ...snippet, clientSecret })
  }
  const tabs = firstCallSnippets(snippet).map((each) => ({
    value: each.language,
    label: each.label,
    content: (
      <div className="grid gap-3">
        <figure
          data-secret={revealed ? '' : undefined}
          className="min-w-0 overflow-hidden rounded-xl border border-code-line bg-code text-code-ink"
        >
          <figcaption className="flex min-h-11 flex-wrap items-center gap-x-3 border-code-line border-b py-1 pr-1.5 pl-4">
            <span className="font-mono text-code-muted text-xs">{each.file ?? each.label}</span>
            <span className="ml-auto">
              <CopyButton
                onCode
                text={() => getCode(each.language)}
                label={labels.copy}
                copiedLabel={labels.copied}
                failedLabel={labels.copyFailed}
              />
            </span>
          </figcaption>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre tabIndex={0} className="overflow-x-auto p-4 focus-visible:-outline-offset-2">
            <code className="font-mono text-[0.8125rem] leading-6">{each.code}</code>
          </pre>
        </figure>
        {each.file && each.command && (
          <p className="text-muted text-sm">{fill(labels.run, { file: each.file, command: each.command })}</p>
        )}
      </div>
    ),
  }))
  return (
    <div className="grid min-w-0 gap-4">
      <Tabs name="snippet" label={labels.language} tabs={tabs} />
      {available && (
        <p className="text-muted text-sm">
          {revealed ? labels.withSecret : fill(labels.withVariable, { command: 'export CLIENT_SECRET=…' })}
          {!revealed && getSecret && ` ${labels.copyCompletes}`}
        </p>
      )}
      <div className="no-print flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-4">
        <CopyButton
          text={getEnvFile}
          label={labels.copyEnv}
          copiedLabel={labels.copiedEnv}
          failedLabel={labels.copyFailed}
        />
        {/* A plain link: the router must not fetch a download. */}
        <a href={collection} download className={buttonLook({ variant: 'secondary', size: 'small' })}>
          <Download className="size-4" aria-hidden="true" />
          {labels.collection}
        </a>
        <span className="text-muted text-sm">{labels.collectionHint}</span>
      </div>
    </div>
  )
}

/** Puts code into the `{places}` of a sentence. */
function fill(sentence: string, places: Record<string, string>) {
  return sentence.split(/(\{\w+\})/).map((part) => {
    const code = places[part.slice(1, -1)]
    return code && part.startsWith('{') ? (
      <code key={part} className="rounded bg-raised px-1 py-0.5 text-ink text-xs">
        {code}
      </code>
    ) : (
      part
    )
  })
}
