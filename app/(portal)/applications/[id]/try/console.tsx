import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { ActionForm } from '@/components/ui/action-form'
import { Card } from '@/components/ui/card'
import { FormErrors, FormStage } from '@/components/ui/form-state'
import { SubmitButton } from '@/components/ui/submit-button'
import { call } from './actions'
import { ExchangeView } from './exchange-view'
import { MsisdnField } from './msisdn-field'
import { TokenLife, WithToken } from './token-life'

type Props = {
  applicationId: string
  /** A number to try, for the hint. */
  example: string
  /** Numbers offered while one types. */
  suggestions: string[]
}

/** Two calls and what came of them. Both forms post to one action, whose state passes the token on. */
export function Console({ applicationId, example, suggestions }: Props) {
  const t = useTranslations('applications.try')
  const common = useTranslations('common.field')
  const texts = useExchangeTexts()
  return (
    <FormStage action={call.bind(null, applicationId)}>
      <div className="grid gap-6">
        <FormErrors title={common('errorSummary')} />
        <Card title={t('tokenTitle')}>
          <ActionForm summary={false} className="max-w-none">
            <input type="hidden" name="intent" value="token" />
            <div className="flex flex-wrap items-center justify-between gap-4">
              <p className="text-muted text-sm">{t('tokenLead')}</p>
              <SubmitButton>{t('getToken')}</SubmitButton>
            </div>
          </ActionForm>
          <TokenLife remaining={t('remaining')} expired={t('expired')} />
          <ExchangeView of="tokenCall" texts={texts} secret />
        </Card>
        <Card title={t('balanceTitle')}>
          <ActionForm summary={false} className="max-w-none">
            <input type="hidden" name="intent" value="balance" />
            <p className="text-muted text-sm">
              <WithToken otherwise={t('needToken')}>{t('balanceLead')}</WithToken>
            </p>
            <div className="flex flex-wrap items-end gap-3">
              <div className="min-w-0 flex-1 basis-64 sm:max-w-sm">
                <MsisdnField
                  label={t('msisdn')}
                  hint={t('msisdnHint', { msisdn: example })}
                  type="tel"
                  inputMode="tel"
                  autoComplete="off"
                  list={suggestions.length > 0 ? 'msisdns' : undefined}
                  mono
                />
                <datalist id="msisdns">
                  {suggestions.map((msisdn) => (
                    <option key={msisdn} value={msisdn} />
                  ))}
                </datalist>
              </div>
              <SubmitButton className="min-h-11">{t('query')}</SubmitButton>
            </div>
            {suggestions.length > 0 && (
              <p className="text-sm">
                <Link
                  href="/docs#accounts"
                  className="inline-block min-h-6 text-accent underline underline-offset-2"
                >
                  {t('accounts')}
                </Link>
              </p>
            )}
          </ActionForm>
          <ExchangeView of="balanceCall" texts={texts} />
        </Card>
      </div>
    </FormStage>
  )
}

function useExchangeTexts() {
  const t = useTranslations('applications.try')
  return {
    status: t('status'),
    latency: t('latency'),
    requestId: t('requestId'),
    explain: t.raw('explain') as string,
    request: t('request'),
    copyRequest: t('copyRequest'),
    answer: t('answer'),
    copyAnswer: t('copyAnswer'),
    copied: useTranslations('applications.credentials')('copied'),
  }
}
