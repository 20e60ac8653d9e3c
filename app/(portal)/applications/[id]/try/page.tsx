import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'
import type { Application } from '@/generated/prisma/client'
import { statesWithSecret } from '@/lib/credentials/commands'
import { listTestAccounts } from '@/lib/sandbox/queries'
import { firstCallMsisdn, sandboxAccounts } from '@/lib/wallet/sandbox-accounts'
import { ApplicationFrame, titledApplication } from '../frame'
import { SignedCall } from '../signed-call'
import { Console } from './console'
import type { AccountGroup } from './number'

type Props = { params: Promise<{ id: string }> }

export const generateMetadata = titledApplication('applications.try', 'console')

export default async function TryPage({ params }: Props) {
  const { application } = await requireApplication((await params).id, 'console')
  const { id, clientId, environment, state, clientAuthentication, allowedNetworks } = application
  const t = await getTranslations('applications.try')
  const { authUrl, baseUrl } = gatewayAddresses(environment)
  const sandbox = environment === 'sandbox'
  return (
    <ApplicationFrame application={application} current="try" title={t('title')} lead={t('lead')}>
      {clientAuthentication === 'private_key_jwt' ? (
        <SignedCall application={application} />
      ) : statesWithSecret.includes(state) ? (
        <div className="grid gap-6">
          {allowedNetworks.length > 0 && (
            <Notice>
              <p>{t('listed')}</p>
              <p>
                <TextLink href={`/applications/${id}/addresses`}>{t('allowedAddresses')}</TextLink>
              </p>
            </Notice>
          )}
          <Console
            applicationId={id}
            clientId={clientId}
            tokenUrl={`${authUrl}/oauth/token`}
            accountUrl={`${baseUrl}/api/eWallet/v1/account`}
            example={sandbox ? firstCallMsisdn : '221771234567'}
            first={sandbox ? firstCallMsisdn : ''}
            groups={sandbox ? await listAccountGroups(application) : []}
          />
        </div>
      ) : (
        <Notice>{t('unavailable')}</Notice>
      )}
    </ApplicationFrame>
  )
}

/** The application's own test accounts, where it has any, and the shared ones. */
async function listAccountGroups(application: Application): Promise<AccountGroup[]> {
  const t = await getTranslations('sandbox')
  const cases = await getTranslations('docs.accounts.cases')
  const own = (await listTestAccounts(application))
    .filter(({ shadowed }) => !shadowed)
    .map(({ msisdn, type, status, balance, currency, error }) => {
      const kind = t('kind', { type: t(`type.${type}`), status: t(`status.${status}`) })
      const response = error ? t(`error.${error}`) : `${balance} ${currency}`
      return { msisdn, label: `${msisdn} · ${response}, ${kind}` }
    })
  const shared = sandboxAccounts.map((account) => ({
    msisdn: account.msisdn,
    // Without what explains it: the list is narrow, and the number is in the field below.
    label: cases(account.purpose).split(/\s*[,:(]/)[0] ?? '',
  }))
  const groups = [
    { label: t('own'), accounts: own },
    { label: t('shared'), accounts: shared },
  ]
  return groups.filter(({ accounts }) => accounts.length > 0)
}
