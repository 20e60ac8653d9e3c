import { getLocale, getTranslations } from 'next-intl/server'
import { getBranding } from '@/app/_request/branding'
import { requireAdministrator } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { Card } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/checkbox'
import { FileInput } from '@/components/ui/file-input'
import { FormEnd } from '@/components/ui/form-end'
import { TextInput } from '@/components/ui/text-input'
import { formatBytes } from '@/components/validation/format'
import type { Branding } from '@/lib/branding/schema'
import { maxLogoBytes } from '@/lib/uploads'
import { Frame } from '../frame'
import { saveBrandingForm } from './actions'
import { AccentPreview } from './preview'

type Props = { searchParams: Promise<Query> }

export const generateMetadata = titled('administration.branding')

export default async function BrandingPage({ searchParams }: Props) {
  await requireAdministrator()
  const t = await getTranslations('administration.branding')
  const branding = await getBranding()
  return (
    <Frame current="branding" title={t('title')} lead={t('lead')} query={await searchParams}>
      <Card>
        <BrandingForm branding={branding} />
      </Card>
    </Frame>
  )
}

async function BrandingForm({ branding }: { branding: Branding }) {
  const t = await getTranslations('administration.branding')
  const text = (name: 'productName' | 'operatorName' | 'supportEmail' | (typeof urls)[number]) => ({
    name,
    label: t(name),
    hint: t(`${name}Hint`),
    defaultValue: branding[name],
    autoComplete: 'off',
  })
  return (
    <ActionForm action={saveBrandingForm} className="max-w-prose">
      <TextInput {...text('productName')} required />
      <TextInput {...text('operatorName')} />
      <TextInput {...text('supportEmail')} type="email" />
      <TextInput
        name="accentColour"
        label={t('accentColour')}
        hint={t('accentColourHint')}
        defaultValue={branding.accentColour}
        autoComplete="off"
        spellCheck={false}
        mono
        className="max-w-40"
      />
      <AccentPreview colour={branding.accentColour} />
      <FileInput
        name="logo"
        label={t('logo')}
        hint={t(branding.logoHash ? 'logoKept' : 'logoHint', {
          limit: formatBytes(maxLogoBytes, await getLocale()),
        })}
        accept="image/png,image/webp"
      />
      {branding.logoHash && <Checkbox name="removeLogo" label={t('removeLogo')} />}
      {urls.map((name) => (
        <TextInput key={name} {...text(name)} inputMode="url" spellCheck={false} />
      ))}
      <FormEnd>{t('save')}</FormEnd>
    </ActionForm>
  )
}

const urls = ['termsUrl', 'privacyUrl', 'imprintUrl'] as const
