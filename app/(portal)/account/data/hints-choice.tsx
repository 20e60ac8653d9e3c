import { getTranslations } from 'next-intl/server'
import { ActionForm } from '@/components/ui/action-form'
import { Checkbox } from '@/components/ui/checkbox'
import { FormEnd } from '@/components/ui/form-end'
import { Section } from '@/components/ui/section'
import { wantsTrafficHints } from '@/lib/developers/profile'
import { chooseHints } from './actions'

/** Whether traffic recommendations are also e-mailed; each such e-mail links here. */
export async function HintsChoice({ developerId }: { developerId: string }) {
  const t = await getTranslations('accounts.account')
  const wanted = await wantsTrafficHints(developerId)
  return (
    <Section title={t('hintsTitle')} lead={t('hintsLead')} id="hints">
      {/* Re-created when the choice changes: after a submit, React resets a form to the values it first had. */}
      <ActionForm key={String(wanted)} action={chooseHints} className="grid gap-4">
        <Checkbox name="hints" id="hints-wanted" label={t('hintsWanted')} defaultChecked={wanted} />
        <FormEnd variant="secondary">{t('hintsButton')}</FormEnd>
      </ActionForm>
    </Section>
  )
}
