import { getTranslations } from 'next-intl/server'
import type { CurrentDeveloper } from '@/app/_request/session'
import { ReasonForm } from '@/components/reason-form'
import { PressForm } from '@/components/ui/action-form'
import { Card } from '@/components/ui/card'
import { Notice } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import type { SignUpApproval } from '@/generated/prisma/enums'
import { changeRole, erase, reinstate, resetFactor, suspend, unlink } from './actions'
import { Approval } from './approval'

type Props = {
  developer: {
    id: string
    role: 'developer' | 'reviewer' | 'administrator'
    suspendedAt: Date | null
    approval: SignUpApproval | null
    rejectionReason: string | null
    hasSecondFactor: boolean
    isLinked: boolean
    roleByClaim: boolean
  }
  administrator: CurrentDeveloper
}

/** An administrator's actions on another developer; none on themselves. */
export async function DeveloperActions({ developer, administrator }: Props) {
  const t = await getTranslations('administration.developers')
  if (developer.id === administrator.id) return <Notice>{t('self')}</Notice>
  return (
    <>
      {developer.approval !== null && developer.approval !== 'approved' && <Approval developer={developer} />}
      <Suspension developer={developer} />
      {developer.role !== 'developer' && <LowerRole id={developer.id} role={developer.role} />}
      {developer.hasSecondFactor && <ResetFactor id={developer.id} />}
      {developer.isLinked && <Unlink developer={developer} />}
      <Erasure developer={developer} />
    </>
  )
}

async function Suspension({ developer: { id, suspendedAt } }: Pick<Props, 'developer'>) {
  const t = await getTranslations('administration.developers')
  const verb = suspendedAt ? 'reinstate' : 'suspend'
  const action = suspendedAt ? reinstate : suspend
  return (
    <Card title={t(`${verb}Title`)}>
      <p className="mb-4 text-muted text-sm">{t(`${verb}Body`)}</p>
      <ReasonForm action={action.bind(null, id)} button={t(verb)} danger={!suspendedAt} />
    </Card>
  )
}

async function LowerRole({ id, role }: { id: string; role: 'reviewer' | 'administrator' }) {
  const t = await getTranslations('administration')
  const lower = role === 'administrator' ? (['reviewer', 'developer'] as const) : (['developer'] as const)
  return (
    <Card title={t('developers.lowerTitle')}>
      <p className="mb-4 text-muted text-sm">{t('developers.lowerBody')}</p>
      <PressForm action={changeRole.bind(null, id)} button={t('developers.lower')} variant="danger">
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
  return (
    <Card title={t('factorTitle')}>
      <p className="mb-4 text-muted text-sm">{t('factorBody')}</p>
      <PressForm action={resetFactor.bind(null, id)} button={t('factorButton')} variant="danger" />
    </Card>
  )
}

async function Unlink({ developer: { id, roleByClaim } }: Pick<Props, 'developer'>) {
  const t = await getTranslations('administration.developers')
  return (
    <Card title={t('unlinkTitle')}>
      <p className="mb-4 text-muted text-sm">
        {t('unlinkBody')} {roleByClaim && t('unlinkRole')}
      </p>
      <PressForm action={unlink.bind(null, id)} button={t('unlink')} variant="danger" />
    </Card>
  )
}

async function Erasure({ developer: { id } }: Pick<Props, 'developer'>) {
  const t = await getTranslations('administration.developers')
  return (
    <Card title={t('eraseTitle')}>
      <p className="mb-4 text-muted text-sm">{t('eraseBody')}</p>
      <ReasonForm
        action={erase.bind(null, id)}
        button={t('erase')}
        field="erasureReason"
        label={t('eraseReason')}
        danger
      />
    </Card>
  )
}
