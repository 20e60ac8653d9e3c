import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import type { Query } from '@/components/query'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'
import type { Application } from '@/generated/prisma/client'
import { statesWithSecret } from '@/lib/credentials/commands'
import { listTestAccounts } from '@/lib/sandbox/queries'
import { firstCallMsisdn } from '@/lib/wallet/sandbox-accounts'
import { ApplicationFrame, titledApplication } from '../frame'
import { SignedCall } from '../signed-call'
import { listTestCases } from '../test-cases'
import { Console } from './console'
import type { CaseGroup } from './number'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

export const generateMetadata = titledApplication('applications.try', 'console')

export default async function TryPage({ params, searchParams }: Props) {
  const { application } = await requireApplication((await params).id, 'console')
  const { id, clientId, environment, state, clientAuthentication, allowedNetworks } = application
  const t = await getTranslations('applications.try')
  const { authUrl, baseUrl } = gatewayAddresses(environment)
  const groups = environment === 'sandbox' ? await listCaseGroups(application) : []
  const asked = (await searchParams).msisdn
  const chosen = groups.flatMap(({ cases }) => cases).find(({ msisdn }) => msisdn === asked)?.msisdn
  const first = groups.length > 0 ? firstCallMsisdn : ''
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
            example={first || '221771234567'}
            first={chosen ?? first}
            groups={groups}
          />
        </div>
      ) : (
        <Notice>{t('unavailable')}</Notice>
      )}
    </ApplicationFrame>
  )
}

/** The shared numbers, and the application's own test accounts, where it has any. */
async function listCaseGroups(application: Application): Promise<CaseGroup[]> {
  const t = await getTranslations('sandbox')
  const own = (await listTestAccounts(application))
    .filter(({ shadowed }) => !shadowed)
    .map(({ msisdn, type, status, balance, currency, error }) => {
      const kind = t('kind', { type: t(`type.${type}`), status: t(`status.${status}`) })
      return { msisdn, label: `${error ? t(`error.${error}`) : `${balance} ${currency}`}, ${kind}` }
    })
  const shared = (await listTestCases()).map(({ label, cases }) => ({
    label,
    // Without what explains it: the list is narrow.
    cases: cases.map(({ msisdn, label }) => ({ msisdn, label: label.split(/\s*[,:(]/)[0] ?? '' })),
  }))
  return own.length > 0 ? [...shared, { label: t('own'), cases: own }] : shared
}
