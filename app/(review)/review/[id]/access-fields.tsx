import { useTranslations } from 'next-intl'
import { RadioCards } from '@/components/ui/radio-cards'
import { Textarea } from '@/components/ui/textarea'
import { maxAccountListLength } from '@/lib/validation/account-list'
import { MsisdnsFile } from './msisdns-file'

/** The accounts that the application may read once approved. `current`: what a revision's may read already. */
export function AccessFields({ current }: { current: string | null }) {
  const t = useTranslations('review.decision')
  const unchanged = current && { value: 'unchanged', label: t('accessUnchanged', { access: current }) }
  const choices = [
    ...(unchanged ? [unchanged] : []),
    { value: 'all', label: t('accessAll') },
    { value: 'listed', label: t('accessListed') },
  ]
  return (
    <div className="group grid gap-4">
      <RadioCards
        name="access"
        label={t('access')}
        defaultValue={unchanged ? 'unchanged' : 'listed'}
        options={choices.map((choice) => ({ ...choice, tone: 'production' }))}
      />
      <div className="hidden gap-3 group-has-[input[value=listed]:checked]:grid">
        <Textarea name="msisdns" label={t('msisdns')} hint={t('msisdnsHint')} className="font-mono" />
        <MsisdnsFile
          target="msisdns"
          label={t('msisdnsFile')}
          tooLarge={t('msisdnsFileTooLarge', { max: maxAccountListLength })}
        />
      </div>
    </div>
  )
}
