import { getTranslations } from 'next-intl/server'
import { Checkbox } from '@/components/ui/checkbox'
import { TextLink } from '@/components/ui/text-link'
import { getLocale } from '@/i18n/current-locale'
import { findCurrentVersion } from '@/lib/terms/queries'

/** While terms are in force: a box to tick, and the version and language that were shown next to it. */
export async function AcceptTerms() {
  const version = await findCurrentVersion()
  if (version === null) return null
  const t = await getTranslations('terms')
  return (
    <div>
      <Checkbox
        key={version}
        name="terms"
        label={t.rich('checkbox', {
          link: (text) => (
            <TextLink href={`/terms/${version}`} target="_blank">
              {text}
            </TextLink>
          ),
        })}
        required
      />
      <input type="hidden" name="termsVersion" value={version} />
      <input type="hidden" name="termsLocale" value={await getLocale()} />
    </div>
  )
}
