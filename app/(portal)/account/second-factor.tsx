import { getTranslations } from 'next-intl/server'
import type { CurrentDeveloper } from '@/app/_request/session'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { SubmitButton } from '@/components/ui/submit-button'
import { countRecoveryCodes } from '@/lib/developers/recovery-code'
import { turnOff } from './actions'
import { NewCodesForm } from './new-codes-form'

/** Whether the second factor is on, and what can be done about it. */
export async function SecondFactor({ developer }: { developer: CurrentDeveloper }) {
  const t = await getTranslations('accounts.account')
  if (!developer.hasSecondFactor)
    return (
      <Card title={t('factorTitle')} id="second-factor">
        <p className="mb-4">{t('factorOff')}</p>
        <ButtonLink href="/two-factor?next=/account" variant="secondary">
          {t('factorSetUp')}
        </ButtonLink>
      </Card>
    )
  const left = await countRecoveryCodes(developer.id)
  return (
    <Card title={t('factorTitle')} id="second-factor">
      <div className="grid gap-4">
        <p>{t('factorOn', { left })}</p>
        <NewCodesForm labels={await codeLabels()} />
        {developer.role === 'developer' ? (
          <form action={turnOff}>
            <SubmitButton variant="danger">{t('factorTurnOff')}</SubmitButton>
          </form>
        ) : (
          <p className="text-muted text-sm">{t('factorRequired')}</p>
        )}
      </div>
    </Card>
  )
}

async function codeLabels() {
  const t = await getTranslations('accounts')
  const common = await getTranslations('common')
  return {
    button: t('account.factorNewCodes'),
    problem: common('field.errorSummary'),
    codesTitle: t('twoFactor.codesTitle'),
    codesLead: t('twoFactor.codesLead'),
    codes: t('twoFactor.codes'),
    copy: common('copy.copy'),
    copied: common('copy.copied'),
    continue: t('twoFactor.continue'),
  }
}
