import { KeyRound, ShieldCheck, UserPlus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { LedgeSlot, Receipt } from '@/components/receipt'

/** What takes several pages, some of them behind an e-mail. */
export type Way = 'signUp' | 'reset' | 'twoFactor'

type Props = {
  /** Without it, the page is alone. */
  way?: Way
  /** The step that the page is about, from 1; 0 before the first. */
  current: number
  children: ReactNode
}

const icons = { signUp: UserPlus, reset: KeyRound, twoFactor: ShieldCheck }

/** A page before an account, and in wide windows next to it a receipt of the steps: those done, and those to come. */
export function WithSteps({ way, current, children }: Props) {
  const t = useTranslations('accounts.steps')
  if (!way) return children
  const Icon = icons[way]
  return (
    <div className="mx-auto grid max-w-240 items-start gap-12 lg:grid-cols-[1fr_20rem] lg:*:first:mx-0">
      {children}
      <div className="max-lg:hidden">
        <div className="on-brand arch mx-auto grid h-28 w-52 place-items-center pt-3">
          <Icon aria-hidden="true" className="size-8" />
        </div>
        <LedgeSlot>
          <Receipt title={t(`${way}.title`)} still>
            <ol className="mt-2 grid gap-2 border-line-strong/50 border-t border-dashed pt-3">
              {(['one', 'two', 'three'] as const).map((step, index) => (
                <li
                  key={step}
                  aria-current={index + 1 === current ? 'step' : undefined}
                  className="flex gap-3 aria-[current]:font-semibold"
                >
                  <span className="w-4 shrink-0 text-muted">{index + 1 < current ? '✓' : index + 1}</span>
                  {t(`${way}.${step}`)}
                </li>
              ))}
            </ol>
          </Receipt>
        </LedgeSlot>
      </div>
    </div>
  )
}
