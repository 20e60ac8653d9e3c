import { useTranslations } from 'next-intl'
import { RadioCards } from '@/components/ui/radio-cards'
import { Textarea } from '@/components/ui/textarea'
import { maxAccountListLength } from '@/lib/validation/account-list'
import { MsisdnsFile } from './msisdns-file'

type Props = {
  /** The accounts that a revision's application may read already. */
  current: string | null
  /** The list to begin with. */
  listed: readonly bigint[]
  /** The choice to begin with: the narrower one, unless the application has the other already. */
  access?: 'all' | 'listed'
}

/**
 * The accounts that the application may read once approved: those that are listed, unless the reviewer says
 * otherwise.
 */
export function AccessFields({ current, listed, access = 'listed' }: Props) {
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
        hint={!unchanged && t('accessHint')}
        defaultValue={unchanged ? 'unchanged' : access}
        options={choices.map((choice) => ({ ...choice, tone: 'production' }))}
      />
      <div className="hidden gap-3 group-has-[input[value=listed]:checked]:grid">
        <Textarea
          name="msisdns"
          label={t('msisdns')}
          hint={t('msisdnsHint')}
          className="font-mono"
          defaultValue={listed.join('\n')}
        />
        <MsisdnsFile
          target="msisdns"
          label={t('msisdnsFile')}
          tooLarge={t('msisdnsFileTooLarge', { max: maxAccountListLength })}
        />
      </div>
    </div>
  )
}
