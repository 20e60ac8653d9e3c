import { useTranslations } from 'next-intl'

/** A failed activation check in words: `token:401`, `account:unreachable`. Server component. */
export function ActivationProblem({ problem }: { problem: string }) {
  const t = useTranslations('validation.proof')
  const [step, status = ''] = problem.split(':')
  const kind = status === 'unreachable' ? status : step === 'token' ? 'token' : 'account'
  return <>{t(kind, { status })}</>
}
