import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'

/** A passkey first, as it is one press; below it what does instead. Without a passkey that alone. */
export function PasskeyChoice({ passkey, children }: { passkey: ReactNode; children: ReactNode }) {
  const t = useTranslations('accounts.passkey')
  if (!passkey) return children
  return (
    <div className="grid gap-6">
      {passkey}
      <p className="needs-script flex items-center gap-3 text-muted text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('or')}
      </p>
      {children}
    </div>
  )
}
