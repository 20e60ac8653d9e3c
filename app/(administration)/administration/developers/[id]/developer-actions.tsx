import { getTranslations } from 'next-intl/server'
import type { CurrentDeveloper } from '@/app/_request/session'
import { Card } from '@/components/ui/card'
import { Notice } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import { ConfirmFirst } from '../../confirm-first'
import { PressForm, ReasonForm } from '../../reason-form'
import { changeRole, reinstate, resetFactor, suspend } from './actions'

type Props = {
  developer: {
    id: string
    role: 'developer' | 'reviewer' | 'administrator'
    suspendedAt: Date | null
    hasSecondFactor: boolean
  }
  administrator: CurrentDeveloper
}

/** What an administrator may do about somebody; nothing about themselves. */
export async function DeveloperActions({ developer, administrator }: Props) {
  const t = await getTranslations('administration.developers')
  if (developer.id === administrator.id) return <Notice>{t('self')}</Notice>
  return (
    <ConfirmFirst administrator={administrator} path={`/administration/developers/${developer.id}`}>
      {developer.suspendedAt ? <Reinstate id={developer.id} /> : <Suspend id={developer.id} />}
      {developer.role !== 'developer' && <LowerRole id={developer.id} role={developer.role} />}
      {developer.hasSecondFactor && <ResetFactor id={developer.id} />}
    </ConfirmFirst>
  )
}

async function Suspend({ id }: { id: string }) {
  const t = await getTranslations('administration.developers')
  return (
    <Card title={t('suspendTitle')}>
      <p className="mb-4 text-muted text-sm">{t('suspendBody')}</p>
      <ReasonForm action={suspend.bind(null, id)} labels={await reasonLabels(t('suspend'))} danger />
    </Card>
  )
}

async function Reinstate({ id }: { id: string }) {
  const t = await getTranslations('administration.developers')
  return (
    <Card title={t('reinstateTitle')}>
      <p className="mb-4 text-muted text-sm">{t('reinstateBody')}</p>
      <ReasonForm action={reinstate.bind(null, id)} labels={await reasonLabels(t('reinstate'))} />
    </Card>
  )
}

async function LowerRole({ id, role }: { id: string; role: 'reviewer' | 'administrator' }) {
  const t = await getTranslations('administration')
  const problem = (await getTranslations('common.field'))('errorSummary')
  const lower = role === 'administrator' ? (['reviewer', 'developer'] as const) : (['developer'] as const)
  return (
    <Card title={t('developers.lowerTitle')}>
      <p className="mb-4 text-muted text-sm">{t('developers.lowerBody')}</p>
      <PressForm
        action={changeRole.bind(null, id)}
        labels={{ button: t('developers.lower'), problem }}
        variant="danger"
      >
        <Select
          name="role"
          label={t('developers.lowerTo')}
          options={lower.map((value) => ({ value, label: t(`roles.${value}`) }))}
        />
      </PressForm>
    </Card>
  )
}

async function ResetFactor({ id }: { id: string }) {
  const t = await getTranslations('administration.developers')
  const problem = (await getTranslations('common.field'))('errorSummary')
  return (
    <Card title={t('factorTitle')}>
      <p className="mb-4 text-muted text-sm">{t('factorBody')}</p>
      <PressForm
        action={resetFactor.bind(null, id)}
        labels={{ button: t('factorButton'), problem }}
        variant="danger"
      />
    </Card>
  )
}

/** What a form that asks for a reason says. */
export async function reasonLabels(button: string) {
  const t = await getTranslations('administration.reason')
  const problem = (await getTranslations('common.field'))('errorSummary')
  return { reason: t('label'), hint: t('hint'), button, problem }
}
