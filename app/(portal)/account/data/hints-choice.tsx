import { getTranslations } from 'next-intl/server'
import { Checkbox } from '@/components/ui/checkbox'
import { FormEnd } from '@/components/ui/form-end'
import { SettingRow } from '@/components/ui/setting-row'
import { wantsTrafficHints } from '@/lib/developers/profile'
import { chooseHints } from './actions'

/** Whether traffic recommendations are also e-mailed; each such e-mail links here. */
export async function HintsChoice({ developerId }: { developerId: string }) {
  const t = await getTranslations('accounts.account')
  const wanted = await wantsTrafficHints(developerId)
  return (
    <SettingRow
      id="hints"
      name={t('hintsTitle')}
      value={t('hintsState', { wanted: String(wanted) })}
      note={t('hintsLead')}
      action={chooseHints}
    >
      {/* Re-created when the choice changes: after a submit, React resets a form to the values it first had. */}
      <Checkbox
        key={String(wanted)}
        name="hints"
        id="hints-wanted"
        label={t('hintsWanted')}
        defaultChecked={wanted}
      />
      <FormEnd>{t('hintsButton')}</FormEnd>
    </SettingRow>
  )
}
