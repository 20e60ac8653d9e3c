import { Download } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { firstCallSnippets } from '@/components/snippets/snippets'
import { buttonLook } from '@/components/ui/button-look'
import { FormOutcome } from '@/components/ui/form-state'
import { Tabs } from '@/components/ui/tabs'
import { CopyEnvButton, SnippetCode } from './secret'

type Props = Pick<ComponentProps<typeof CopyEnvButton>, 'snippet' | 'copySecret'> & {
  /** Whether there is a secret to reveal at all. */
  available: boolean
  /** Where the calls can be downloaded as a collection. */
  collection: string
}

/** The first call in several languages, as tabs that need no script. */
export function FirstCall({ snippet, copySecret, available, collection }: Props) {
  const t = useTranslations('applications.firstCall')
  const failedLabel = useTranslations('applications.credentials')('copyFailed')
  const tabs = firstCallSnippets({ ...snippet, clientSecret: null }).map(
    ({ language, label, file, command }) => ({
      value: language,
      label,
      content: (
        <div className="grid gap-3">
          <SnippetCode
            {...{ language, snippet, copySecret, failedLabel }}
            title={file ?? label}
            label={t('copy')}
            copiedLabel={t('copied')}
          />
          {file && command && <p className="text-muted text-sm">{fill(t.raw('run'), { file, command })}</p>}
        </div>
      ),
    }),
  )
  return (
    <div className="grid min-w-0 gap-4">
      <Tabs name="snippet" label={t('language')} tabs={tabs} />
      {available && (
        <p className="text-muted text-sm">
          <FormOutcome
            otherwise={
              <>
                {fill(t.raw('withVariable'), { command: 'export CLIENT_SECRET=…' })}
                {copySecret && ` ${t('copyCompletes')}`}
              </>
            }
          >
            {t('withSecret')}
          </FormOutcome>
        </p>
      )}
      <div className="no-print flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-4">
        <CopyEnvButton
          {...{ snippet, copySecret, failedLabel }}
          label={t('copyEnv')}
          copiedLabel={t('copiedEnv')}
        />
        {/* A plain link: the router must not fetch a download. */}
        <a href={collection} download className={buttonLook({ variant: 'secondary', size: 'small' })}>
          <Download className="size-4" aria-hidden="true" />
          {t('collection')}
        </a>
        <span className="text-muted text-sm">{t('collectionHint')}</span>
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
