import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { callApi } from '@/app/_console/actions'
import { requireApplication } from '@/app/_request/application'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { formatAmount } from '@/components/format'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { FormProvider } from '@/components/ui/form-provider'
import { FormErrors } from '@/components/ui/form-state'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'
import type { Application } from '@/generated/prisma/client'
import { getLocale } from '@/i18n/current-locale'
import { statesWithSecret } from '@/lib/credentials/commands'
import { listTestAccounts } from '@/lib/sandbox/queries'
import { firstCallMsisdn } from '@/lib/wallet/sandbox-accounts'
import { ApplicationPageLayout, applicationMetadata } from '../page-layout'
import { SignedCall } from '../signed-call'
import { listTestCases } from '../test-cases'
import { CallHistory, IntentButton, TokenLife } from './console-parts'
import { type CaseGroup, Cases, MsisdnField, MsisdnProvider } from './msisdn'
import { Responses } from './responses'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

export const generateMetadata = applicationMetadata('applications.try', 'console')

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
    <ApplicationPageLayout
      application={application}
      current="try"
      title={t('title')}
      lead={t(environment === 'sandbox' ? 'lead' : 'leadProduction')}
    >
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
    </ApplicationPageLayout>
  )
}

/** The shared numbers, and the application's own test accounts, where it has any. */
async function listCaseGroups(application: Application): Promise<CaseGroup[]> {
  const t = await getTranslations('sandbox')
  const locale = await getLocale()
  const own = (await listTestAccounts(application))
    .filter(({ shadowed }) => !shadowed)
    .map(({ msisdn, type, status, balance, currency, error }) => {
      const kind = t('kind', { type: t(`type.${type}`), status: t(`status.${status}`) })
      return {
        msisdn,
        label: `${error ? t(`error.${error}`) : `${formatAmount(balance, locale)} ${currency}`}, ${kind}`,
      }
    })
  const shared = (await listTestCases()).map(({ label, cases }) => ({
    label,
    // Without what explains it: the list is narrow.
    cases: cases.map(({ msisdn, label }) => ({ msisdn, label: label.split(/\s*[,:(]/)[0] ?? '' })),
  }))
  return own.length > 0 ? [...shared, { label: t('own'), cases: own }] : shared
}

type ConsoleProps = {
  applicationId: string
  clientId: string
  tokenUrl: string
  accountUrl: string
  /** A number to try, as the field shows it. */
  example: string
  /** The number to start with. */
  first: string
  /** Test accounts to choose from. */
  groups: CaseGroup[]
}

/** The request next to its responses: one form, whose action's state passes the token on. */
function Console({ applicationId, example, first, groups, ...urls }: ConsoleProps) {
  const t = useTranslations('applications.try')
  const common = useTranslations('common.field')
  return (
    <FormProvider action={callApi.bind(null, applicationId)}>
      <MsisdnProvider first={first}>
        <div className="grid gap-6">
          <FormErrors title={common('errorSummary')} />
          <div className="grid min-w-0 gap-x-10 gap-y-6 lg:grid-cols-[20.5rem_minmax(0,1fr)]">
            <ActionForm summary={false} className="max-w-none gap-4 self-start">
              <MsisdnField
                label={t('msisdn')}
                note={t('msisdnHint')}
                placeholder={example}
                type="tel"
                inputMode="tel"
                autoComplete="off"
                mono
              />
              <div className="grid grid-cols-[1fr_auto] gap-2">
                {/* The first button is the one that Enter presses. */}
                <IntentButton intent="balance">{t('query')}</IntentButton>
                <IntentButton intent="token" variant="secondary">
                  {t('getToken')}
                </IntentButton>
              </div>
              <p className="min-h-5 text-muted text-xs">
                <TokenLife remaining={t('remaining')} expired={t('expired')}>
                  {t('tokenLead')}
                </TokenLife>
              </p>
              {groups.length > 0 && <Cases groups={groups} />}
            </ActionForm>
            <div className="grid min-w-0 content-start gap-8 lg:sticky lg:top-18 lg:self-start">
              <Responses {...urls} texts={useResponseTexts()} />
              <CallHistory
                applicationId={applicationId}
                title={t('history')}
                note={t('historyNote')}
                token={t('token')}
                useAgain={t('useAgain')}
              />
            </div>
          </div>
        </div>
      </MsisdnProvider>
    </FormProvider>
  )
}

function useResponseTexts() {
  const t = useTranslations('applications.try')
  return {
    token: t('token'),
    balance: t('balance'),
    of: t.raw('of') as string,
    reused: t('reused'),
    headers: t('headers'),
    request: t('request'),
    answer: t('answer'),
    requestId: t('requestId'),
    explain: t.raw('explain') as string,
    slot: useTranslations('applications.firstRun')('slot'),
    copy: useTranslations('common.copy')('copy'),
    copyCurl: t('copyCurl'),
  }
}
