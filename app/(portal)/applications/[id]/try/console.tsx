import { useTranslations } from 'next-intl'
import { callApi } from '@/app/_console/actions'
import { ActionForm } from '@/components/ui/action-form'
import { FormStage } from '@/components/ui/form-stage'
import { FormErrors } from '@/components/ui/form-state'
import { History } from './history'
import { IntentButton } from './intent-button'
import { type CaseGroup, Cases, MsisdnField, NumberStage } from './number'
import { Responses } from './responses'
import { TokenLife } from './token-life'

type Props = {
  applicationId: string
  clientId: string
  tokenUrl: string
  accountUrl: string
  /** A number to try, for the hint. */
  example: string
  /** The number to start with. */
  first: string
  /** Test accounts to choose from. */
  groups: CaseGroup[]
}

/** The request next to its responses: one form, whose action's state passes the token on. */
export function Console({ applicationId, example, first, groups, ...urls }: Props) {
  const t = useTranslations('applications.try')
  const common = useTranslations('common.field')
  return (
    <FormStage action={callApi.bind(null, applicationId)}>
      <NumberStage first={first}>
        <div className="grid gap-6">
          <FormErrors title={common('errorSummary')} />
          <div className="grid min-w-0 gap-x-10 gap-y-6 lg:grid-cols-[20.5rem_minmax(0,1fr)]">
            <ActionForm summary={false} className="max-w-none gap-4 self-start">
              <MsisdnField
                label={t('msisdn')}
                hint={t('msisdnHint', { msisdn: example })}
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
              <p className="min-h-11 text-muted text-sm">
                <TokenLife remaining={t('remaining')} expired={t('expired')}>
                  {t('tokenLead')}
                </TokenLife>
              </p>
              {groups.length > 0 && <Cases groups={groups} />}
            </ActionForm>
            <div className="grid min-w-0 content-start gap-8">
              <Responses {...urls} texts={useResponseTexts()} />
              <History
                applicationId={applicationId}
                title={t('history')}
                note={t('historyNote')}
                token={t('token')}
                useAgain={t('useAgain')}
              />
            </div>
          </div>
        </div>
      </NumberStage>
    </FormStage>
  )
}

function useResponseTexts() {
  const t = useTranslations('applications.try')
  return {
    token: t('token'),
    balance: t('balance'),
    of: t.raw('of') as string,
    reused: t('reused'),
    view: t('view'),
    body: t('body'),
    headers: t('headers'),
    raw: t('raw'),
    request: t('request'),
    answer: t('answer'),
    requestId: t('requestId'),
    explain: t.raw('explain') as string,
    copy: useTranslations('common.copy')('copy'),
    copyCurl: t('copyCurl'),
  }
}
