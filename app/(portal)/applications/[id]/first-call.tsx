import { getTranslations } from 'next-intl/server'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { highlightFirstCall, secretMark } from '@/components/snippets/highlighted'
import { Card } from '@/components/ui/card'
import { DownloadLink } from '@/components/ui/download-link'
import { Fold } from '@/components/ui/fold'
import { FormOutcome } from '@/components/ui/form-state'
import { Tabs } from '@/components/ui/tabs'
import { TextLink } from '@/components/ui/text-link'
import type { Application } from '@/generated/prisma/client'
import { exampleMsisdn } from '@/lib/wallet/sandbox-accounts'
import { copySecret } from './actions'
import { RunFirstCall } from './run-first-call'
import { CopyEnvButton, SnippetCode } from './secret'

type Props = {
  application: Pick<Application, 'id' | 'environment' | 'clientId'>
  /** Whether the application has a secret that works. */
  available: boolean
  /** Whether it may be shown to this reader. */
  owns: boolean
}

/**
 * A button that makes the first call, and the call in several languages, as tabs that need no script; `folded` once
 * it was made.
 */
export async function FirstCall({ folded, ...parts }: Props & { folded: boolean }) {
  const t = await getTranslations('applications.firstCall')
  const { application, available } = parts
  const { id, environment } = application
  const msisdn = exampleMsisdn(environment)
  return (
    <Card id="first-call" className="scroll-mt-6">
      <div className="group/call grid min-w-0 grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-3">
        <Fold
          open={!folded}
          summary={<h2 className="text-lg">{t('title')}</h2>}
          className="col-span-2 col-start-1 row-start-1 min-w-0 [&>summary]:mr-28 [&>summary]:min-h-10"
        >
          <div className="mt-3 grid min-w-0 gap-4">
            <p className="text-muted text-sm">
              {environment === 'sandbox' ? t('lead', { msisdn }) : t('leadProduction')}{' '}
              {environment === 'sandbox' && <TextLink href="/docs#accounts">{t('accounts')}</TextLink>}
            </p>
            <Snippets {...parts} />
            <Downloads {...parts} />
          </div>
        </Fold>
        {available && <RunFirstCall applicationId={id} environment={environment} folded={folded} />}
      </div>
    </Card>
  )
}

async function Snippets({ application, available, owns }: Props) {
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
          mark={secretMark}
          copySecret={copied}
          title={file ?? label}
          label={t('copy')}
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
