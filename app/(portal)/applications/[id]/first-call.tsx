import { Play } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { makeFirstCall } from '@/app/_console/actions'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { type CodeChange, type CodePart, changeOf, replaceIn } from '@/components/code/code'
import { type CodeLanguage, highlight } from '@/components/code/highlight'
import { firstCallSnippets, type Snippet, type SnippetInput } from '@/components/snippets/samples'
import { ActionForm } from '@/components/ui/action-form'
import { DownloadLink } from '@/components/ui/download-link'
import { FormProvider } from '@/components/ui/form-provider'
import { FormOutcome, FormProblem } from '@/components/ui/form-state'
import { OuterForm, OuterFormProvider } from '@/components/ui/outer-form'
import { Section } from '@/components/ui/section'
import { SubmitButton } from '@/components/ui/submit-button'
import { Tabs } from '@/components/ui/tabs'
import { TextLink } from '@/components/ui/text-link'
import { ActiveSince } from '@/components/usage/health'
import type { Application } from '@/generated/prisma/client'
import { exampleMsisdn } from '@/lib/wallet/sandbox-accounts'
import { copySecret } from './actions'
import { Output } from './output'
import { CopyEnvButton, SnippetCode } from './secret'

type Props = {
  application: Pick<Application, 'id' | 'environment' | 'clientId'>
  /** Whether the application has a secret that works. */
  available: boolean
  /** Whether it may be shown to this reader. */
  owns: boolean
}

/**
 * The call in several languages, as tabs that need no script, with a button that makes it, within the stage of
 * {@link RunFirstCall}. Once the application was called, the code is in a low window.
 */
export async function FirstCall({ low, ...parts }: Props & { low: boolean }) {
  const t = await getTranslations('applications.firstCall')
  const { environment } = parts.application
  const msisdn = exampleMsisdn(environment)
  return (
    <Section
      id="first-call"
      title={t('title')}
      lead={
        <>
          {environment === 'sandbox' ? t('lead', { msisdn }) : t('leadProduction')}{' '}
          {environment === 'sandbox' && <TextLink href="/docs#accounts">{t('accounts')}</TextLink>}
        </>
      }
    >
      <Snippets {...parts} low={low} />
      {low && parts.available && <FirstCallOutput />}
      <Downloads {...parts} />
    </Section>
  )
}

/** The stage of the first call: its button and its output are within, apart from each other. */
export function RunFirstCall({ applicationId, children }: { applicationId: string; children: ReactNode }) {
  return (
    <FormProvider action={makeFirstCall.bind(null, applicationId)}>
      <OuterFormProvider>{children}</OuterFormProvider>
    </FormProvider>
  )
}

/** What came back, or with `empty` what will. */
export async function FirstCallOutput({ empty }: { empty?: ReactNode }) {
  const t = await getTranslations('applications.firstCall')
  const console = await getTranslations('applications.try')
  return (
    <OuterForm>
      <div className="grid min-w-0 content-start gap-3 empty:hidden">
        <FormProblem />
        <Output
          texts={{
            title: t('output'),
            empty,
            explain: console.raw('explain') as string,
            requestId: console('requestId'),
          }}
        />
      </div>
    </OuterForm>
  )
}

type AboutProps = {
  application: Pick<Application, 'id' | 'environment' | 'stateChangedAt'>
  worked: boolean
}

/** What the button does until it was pressed, and where other calls are made. */
export async function AboutRunning({ application, worked }: AboutProps) {
  const { id, environment, stateChangedAt } = application
  const t = await getTranslations('applications.firstCall')
  return (
    <p className="text-muted text-xs">
      <ActiveSince at={stateChangedAt} />{' '}
      {!worked && t(environment === 'sandbox' ? 'runLead' : 'runLeadProduction')}{' '}
      <TextLink href={`/applications/${id}/try`}>{t('more')}</TextLink>
    </p>
  )
}

async function Snippets({ application, available, owns, low }: Props & { low: boolean }) {
  const t = await getTranslations('applications.firstCall')
  const failedLabel = (await getTranslations('applications.credentials'))('copyFailed')
  const { environment, clientId } = application
  const copied = copierOf({ application, available, owns })
  const snippets = await highlightFirstCall({
    ...gatewayAddresses(environment),
    clientId,
    msisdn: exampleMsisdn(environment),
    missing: t('variable'),
  })
  const tabs = snippets.map(({ language, label, file, command, code, withSecret }) => ({
    value: language,
    label,
    content: (
      <div className="grid gap-3">
        <SnippetCode
          {...{ code, withSecret, failedLabel }}
          mark={secretPlaceholder}
          copySecret={copied}
          title={file ?? label}
          label={t('copy')}
          low={low}
          run={available && <RunButton />}
        />
        {file && command && <p className="text-muted text-sm">{fill(t.raw('run'), { file, command })}</p>}
      </div>
    ),
  }))
  return (
    <>
      <Tabs name="snippet" label={t('language')} tabs={tabs} />
      {available && owns && (
        <p className="text-muted text-sm">
          <FormOutcome
            otherwise={
              <>
                {fill(t.raw('withVariable'), { command: 'export CLIENT_SECRET=…' })}
                {copied && ` ${t('copyCompletes')}`}
              </>
            }
          >
            {t('withSecret')}
          </FormOutcome>
        </p>
      )}
    </>
  )
}

/** In each language: the press makes the call that all of them make. */
async function RunButton() {
  const t = await getTranslations('applications.firstCall')
  return (
    <OuterForm>
      <ActionForm summary="elsewhere" className="contents!">
        <SubmitButton
          size="small"
          className="border-transparent bg-code-key! text-[#05201b]! [&>span]:inline-flex [&>span]:items-center [&>span]:gap-2"
        >
          <Play aria-hidden="true" className="fill-current" />
          {t('runButton')}
        </SubmitButton>
      </ActionForm>
    </OuterForm>
  )
}

/**
 * A snippet in colour: as it reads the variable, and what differs with {@link secretPlaceholder} where the secret
 * belongs.
 */
type HighlightedSnippet = Omit<Snippet, 'code'> & { code: CodePart[]; withSecret: CodeChange }

/** Where the revealed secret belongs. As ids and secrets, it is a word in every language. */
export const secretPlaceholder = 'client_secret_mark'
const clientIdMark = 'guichet_client_id_mark'

type Input = Omit<SnippetInput, 'clientSecret'>

/** Highlighting takes as long as the rest of a page, and only the ids differ between applications. */
const known = new Map<string, Promise<HighlightedSnippet[]>>()

/**
 * {@link firstCallSnippets} in colour. `input` without the id comes from settings and texts, so it takes few
 * values.
 */
export async function highlightFirstCall({ clientId, ...input }: Input): Promise<HighlightedSnippet[]> {
  const key = JSON.stringify(input)
  const found = known.get(key) ?? highlightAll({ ...input, clientId: clientIdMark })
  known.set(key, found)
  return (await found).map(({ code, withSecret, ...snippet }) => ({
    ...snippet,
    code: replaceIn(code, clientIdMark, clientId),
    withSecret: { ...withSecret, parts: replaceIn(withSecret.parts, clientIdMark, clientId) },
  }))
}

async function highlightAll(input: Input): Promise<HighlightedSnippet[]> {
  const filled = firstCallSnippets({ ...input, clientSecret: secretPlaceholder })
  return Promise.all(
    firstCallSnippets({ ...input, clientSecret: null }).map(async (snippet, index) => {
      const code = await highlight(snippet.code, grammarOf(snippet))
      const withSecret = await highlight(filled[index]?.code ?? '', grammarOf(snippet))
      return { ...snippet, code, withSecret: changeOf(code, withSecret) }
    }),
  )
}

function grammarOf({ language }: Snippet): CodeLanguage {
  return language === 'curl' ? 'bash' : language
}

/** The same for programs: as settings, and as a collection of requests. */
async function Downloads({ application, available, owns }: Props) {
  const t = await getTranslations('applications.firstCall')
  const { id, environment, clientId } = application
  return (
    <div className="no-print flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-4">
      <CopyEnvButton
        env={{ ...gatewayAddresses(environment), clientId }}
        copySecret={copierOf({ application, available, owns })}
        label={t('copyEnv')}
        failedLabel={(await getTranslations('applications.credentials'))('copyFailed')}
      />
      <DownloadLink href={`/applications/${id}/collection`} size="small">
        {t('collection')}
      </DownloadLink>
      <span className="text-muted text-sm">{t('collectionHint')}</span>
    </div>
  )
}

/** Fetches the secret into what is copied; in Production it has to be revealed first. */
function copierOf({ application: { id, environment }, available, owns }: Props) {
  return environment === 'sandbox' && available && owns ? copySecret.bind(null, id) : null
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
