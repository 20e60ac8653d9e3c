import { getTranslations } from 'next-intl/server'
import { Card } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/checkbox'
import { FormEnd } from '@/components/ui/form-end'
import { wantsTrafficHints } from '@/lib/developers/traffic-hints'
import { chooseHints } from './actions'

/** Whether traffic recommendations are also e-mailed; each such e-mail links here. */
export async function HintsChoice({ developerId }: { developerId: string }) {
  const t = await getTranslations('accounts.account')
  const wanted = await wantsTrafficHints(developerId)
  return (
    <Card title={t('hintsTitle')} id="hints" className="scroll-mt-6">
      <p className="mb-4 text-muted text-sm">{t('hintsLead')}</p>
      {/* Re-created when the choice changes: after a submit, React resets a form to the values it first had. */}
      <form key={String(wanted)} action={chooseHints} className="grid gap-4">
        <Checkbox name="hints" id="hints-wanted" label={t('hintsWanted')} defaultChecked={wanted} />
        <FormEnd variant="secondary">{t('hintsButton')}</FormEnd>
      </form>
    </Card>
  )
}
