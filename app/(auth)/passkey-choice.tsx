import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Divider } from '@/components/ui/section'

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
