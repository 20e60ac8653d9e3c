import { getFormatter, getTranslations } from 'next-intl/server'
import type { CurrentDeveloper } from '@/app/_request/session'
import { Shown } from '@/app/_request/shown'
import { ActionForm } from '@/components/ui/action-form'
import { FormEnd } from '@/components/ui/form-end'
import { Section } from '@/components/ui/section'
import { TextInput } from '@/components/ui/text-input'
import type { Application } from '@/generated/prisma/client'
import { hasInterest } from '@/lib/applications/conflict-of-interest'
import { defaultLimit, limitOf } from '@/lib/applications/rate-limit'
import { saveLimit } from './actions'

type Props = {
  application: Pick<Application, 'id' | 'environment' | 'state' | 'rateLimit'>
  administrator: CurrentDeveloper
}

/** The application's limit, which an administrator without an interest in it can change. */
export async function Limit({ application, administrator }: Props) {
  const { id, environment, state, rateLimit } = application
  if (state === 'deleted') return null
  const t = await getTranslations('limits')
  const format = await getFormatter()
  if (await hasInterest(id, administrator.id)) {
    const limit = limitOf(application)
    return (
      <Section title={t('title')}>
        <p className="mb-2">{limit === 0 ? t('none') : t('perMinute', { count: limit })}</p>
        <p className="text-muted text-sm">{t('ownApplication')}</p>
      </Section>
    )
  }
  const usual = defaultLimit(environment)
  return (
    <Section title={t('title')}>
      <ActionForm action={saveLimit.bind(null, id)}>
        <Shown of={rateLimit} />
        <TextInput
          keep
          name="callsPerMinute"
          label={t('callsPerMinute')}
          hint={t('limitHint', { limit: usual === 0 ? t('none') : format.number(usual) })}
          defaultValue={rateLimit ?? ''}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          className="max-w-48"
        />
        <FormEnd variant="secondary">{t('save')}</FormEnd>
      </ActionForm>
    </Section>
  )
}
