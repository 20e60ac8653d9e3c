import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { withReturn } from '@/app/_request/return-path'
import { PressForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import type { FormAction } from '@/components/ui/form-state'
import { Divider } from '@/components/ui/section'

/** What a page is for that an e-mail leads to: opening it does nothing, as mail scanners open every link. */
export function MainButton(does: { action: FormAction; button: string }) {
  return <PressForm {...does} variant="primary" size="large" />
}

/** Instead of it, for someone signed out; they come back to `path`. */
export function SignInFirst({ why, path, button }: { why: string; path: string; button: string }) {
  return (
    <div className="grid justify-items-start gap-4">
      <p>{why}</p>
      <ButtonLink href={withReturn('/sign-in', path)}>{button}</ButtonLink>
    </div>
  )
}

/** A passkey first, as it is one press; below it what does instead. Without a passkey that alone. */
export function PasskeyChoice({ passkey, children }: { passkey: ReactNode; children: ReactNode }) {
  const t = useTranslations('accounts.passkey')
  if (!passkey) return <>{children}</>
  return (
    <div className="grid gap-6">
      {passkey}
      <Divider className="needs-script">{t('or')}</Divider>
      {children}
    </div>
  )
}
