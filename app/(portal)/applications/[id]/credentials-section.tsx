import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { CopyField } from '@/components/copy-field'
import type { Application } from '@/generated/prisma/client'
import { reservedMsisdn } from '@/lib/wallet/msisdn'
import { firstCallMsisdn } from '@/lib/wallet/sandbox-accounts'
import { copySecret, reveal } from './actions'
import { Credentials } from './credentials'

type Props = {
  application: Pick<Application, 'id' | 'environment' | 'clientId'>
  /** Whether a secret may be shown in this state. */
  available: boolean
  /** Whether it may be shown to who looks. */
  owns: boolean
  /** The current secret's: what was shown of a former one is forgotten. */
  secretId: string
}

/** Client id, secret, addresses and the first call. */
export async function CredentialsSection({ application, available, owns, secretId }: Props) {
  const { id, environment, clientId } = application
  const sandbox = environment === 'sandbox'
  // In Production an example that cannot be somebody's.
  const msisdn = sandbox ? firstCallMsisdn : reservedMsisdn
  const t = await getTranslations('applications.firstCall')
  return (
    <Credentials
      key={secretId}
      labels={await credentialsLabels(sandbox, available && !owns)}
      firstCallLabels={await firstCallLabels()}
      firstCallLead={
        <>
          {sandbox ? t('lead', { msisdn }) : t('leadProduction')}{' '}
          {sandbox && (
            <Link href="/docs#accounts" className="text-accent underline underline-offset-2">
              {t('accounts')}
            </Link>
          )}
        </>
      }
      snippet={{ ...gatewayAddresses(environment), clientId, msisdn, missing: t('variable') }}
      available={available && owns}
      completeCopies={sandbox && available && owns}
      collection={`/applications/${id}/collection`}
      reveal={reveal.bind(null, id)}
      copySecret={copySecret.bind(null, id)}
    >
      <PublicFields environment={environment} clientId={clientId} />
    </Credentials>
  )
}

async function PublicFields({ environment, clientId }: Pick<Application, 'environment' | 'clientId'>) {
  const t = await getTranslations('applications.credentials')
  const { authUrl, baseUrl } = gatewayAddresses(environment)
  const address = (name: string) => ({
    label: name,
    copyLabel: t('copyAddress', { name }),
    copiedLabel: t('copied'),
  })
  return (
    <>
      <div className="grid gap-5 lg:grid-cols-2">
        <CopyField id="auth-url" value={authUrl} {...address('auth_url')} />
        <CopyField id="base-url" value={baseUrl} {...address('base_url')} />
      </div>
      <CopyField
        id="client-id"
        label={t('clientId')}
        value={clientId}
        copyLabel={t('copyClientId')}
        copiedLabel={t('copied')}
      />
    </>
  )
}

async function credentialsLabels(sandbox: boolean, ownersOnly: boolean) {
  const t = await getTranslations('applications')
  return {
    title: t('credentials.title'),
    firstCall: t('firstCall.title'),
    clientSecret: t('credentials.clientSecret'),
    unavailable: t(ownersOnly ? 'credentials.ownersOnly' : 'credentials.afterApproval'),
    reveal: t('credentials.reveal'),
    hide: t('credentials.hide'),
    copy: t('credentials.copy'),
    copied: t('credentials.copied'),
    copyFailed: t('credentials.copyFailed'),
    secretHint: `${t('credentials.keepSafe')} ${t(sandbox ? 'credentials.secretHint' : 'credentials.secretHintProduction')}`,
  }
}

async function firstCallLabels() {
  const t = await getTranslations('applications')
  return {
    // Their places are filled where the snippets are made.
    withVariable: t.raw('firstCall.withVariable') as string,
    run: t.raw('firstCall.run') as string,
    copyCompletes: t('firstCall.copyCompletes'),
    withSecret: t('firstCall.withSecret'),
    copy: t('firstCall.copy'),
    copied: t('firstCall.copied'),
    copyEnv: t('firstCall.copyEnv'),
    copiedEnv: t('firstCall.copiedEnv'),
    collection: t('firstCall.collection'),
    collectionHint: t('firstCall.collectionHint'),
    copyFailed: t('credentials.copyFailed'),
    language: t('firstCall.language'),
  }
}
