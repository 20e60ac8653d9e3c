import { getTranslations } from 'next-intl/server'
import type { CurrentDeveloper } from '@/app/_request/session'
import { ReasonForm } from '@/components/reason-form'
import { PressForm } from '@/components/ui/action-form'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { Select } from '@/components/ui/select'
import type { SignUpApproval } from '@/generated/prisma/enums'
import { Act } from '../../act'
import { changeRole, erasePerson, reinstatePerson, resetFactor, suspendPerson, unlinkPerson } from './actions'
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
      <Section title={t('actions')}>
        <Suspension developer={developer} />
        {developer.role !== 'developer' && <LowerRole id={developer.id} role={developer.role} />}
        {developer.hasSecondFactor && <ResetFactor id={developer.id} />}
        {developer.isLinked && <Unlink developer={developer} />}
        <Erasure developer={developer} />
      </Section>
    </>
  )
}

async function Suspension({ developer: { id, suspendedAt } }: Pick<Props, 'developer'>) {
  const t = await getTranslations('administration.developers')
  const verb = suspendedAt ? 'reinstate' : 'suspend'
  const action = suspendedAt ? reinstatePerson : suspendPerson
  return (
    <Act title={t(`${verb}Title`)} body={t(`${verb}Body`)} action={action.bind(null, id)}>
      <ReasonForm button={t(verb)} danger={!suspendedAt} />
    </Act>
  )
}

async function LowerRole({ id, role }: { id: string; role: 'reviewer' | 'administrator' }) {
  const t = await getTranslations('administration')
  const lower = role === 'administrator' ? (['reviewer', 'developer'] as const) : (['developer'] as const)
  return (
    <Act
      title={t('developers.lowerTitle')}
      body={t('developers.lowerBody')}
      action={changeRole.bind(null, id)}
    >
      <PressForm button={t('developers.lower')} variant="danger">
        <Select
          name="role"
          label={t('developers.lowerTo')}
          options={lower.map((value) => ({ value, label: t(`roles.${value}`) }))}
        />
      </PressForm>
    </Act>
  )
}

async function ResetFactor({ id }: { id: string }) {
  const t = await getTranslations('administration.developers')
  return (
    <Act title={t('factorTitle')} body={t('factorBody')} action={resetFactor.bind(null, id)}>
      <PressForm button={t('factorButton')} variant="danger" />
    </Act>
  )
}

async function Unlink({ developer: { id, roleByClaim } }: Pick<Props, 'developer'>) {
  const t = await getTranslations('administration.developers')
  return (
    <Act
      title={t('unlinkTitle')}
      body={
        <>
          {t('unlinkBody')} {roleByClaim && t('unlinkRole')}
        </>
      }
      action={unlinkPerson.bind(null, id)}
    >
      <PressForm button={t('unlink')} variant="danger" />
    </Act>
  )
}

async function Erasure({ developer: { id } }: Pick<Props, 'developer'>) {
  const t = await getTranslations('administration.developers')
  return (
    <Act title={t('eraseTitle')} body={t('eraseBody')} action={erasePerson.bind(null, id)}>
      <ReasonForm button={t('erase')} field="erasureReason" label={t('eraseReason')} danger />
    </Act>
  )
}
