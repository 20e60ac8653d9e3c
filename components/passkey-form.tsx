import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { PasskeyCeremony } from '@/components/passkey-ceremony'
import { FormProvider } from '@/components/ui/form-provider'
import type { FormAction } from '@/components/ui/form-state'

type Props = Pick<ComponentProps<typeof PasskeyCeremony>, 'begin' | 'children'> & {
  /** Left out within a `FormProvider`, whose action it then posts to. */
  action?: FormAction
  button: 'add' | 'use' | 'signIn'
}

/** One press that asks the browser for a passkey. Not offered without JavaScript: codes and the password remain. */
export function PasskeyForm({ action, button, ...rest }: Props) {
  const t = useTranslations('accounts.passkey')
  const common = useTranslations('common.field')
  const form = (
    <PasskeyCeremony
      {...rest}
      button={t(button)}
      variant={button === 'signIn' ? 'secondary' : 'primary'}
      problem={common('errorSummary')}
      cancelled={t('cancelled')}
      known={t('known')}
    />
  )
  return action ? <FormProvider action={action}>{form}</FormProvider> : form
}
