import { useTranslations } from 'next-intl'
import { PasswordControl, type PasswordProps } from '@/components/ui/password-control'

/** A password that can be shown. What was typed is never put back by the server. */
export function PasswordInput(props: PasswordProps) {
  const t = useTranslations('common.field')
  return <PasswordControl {...props} showLabel={t('showPassword')} hideLabel={t('hidePassword')} />
}
