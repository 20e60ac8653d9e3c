import { getTranslations } from 'next-intl/server'
import { getBranding } from '@/app/_request/branding'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { pageMetadata } from '@/app/_request/page-metadata'
import { needsReauthentication, ReauthenticationFields } from '@/app/_request/reauthentication-fields'
import { type CurrentDeveloper, requireAdministrator } from '@/app/_request/session'
import { formatBytes } from '@/components/format'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { Checkbox } from '@/components/ui/checkbox'
import { FileInput } from '@/components/ui/file-input'
import { FormProvider } from '@/components/ui/form-provider'
import { Card } from '@/components/ui/section'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'
import { getLocale } from '@/i18n/current-locale'
import { findSavedAt } from '@/lib/branding/queries'
import type { Branding } from '@/lib/branding/schema'
import { maxLogoBytes } from '@/lib/uploads'
import { AdministrationPageLayout } from '../page-layout'
import { saveBrandingForm } from './actions'
import { WithPreview } from './preview'
import { previewTexts } from './preview-texts'

type Props = { searchParams: Promise<Query> }

export const generateMetadata = pageMetadata('administration.branding')

export default async function BrandingPage({ searchParams }: Props) {
  const administrator = await requireAdministrator()
  const t = await getTranslations('administration.branding')
  const branding = await getBranding()
  return (
    <AdministrationPageLayout
      current="branding"
      managed={{ type: 'branding' }}
      title={t('title')}
      lead={t('lead')}
      query={await searchParams}
    >
      <FormProvider action={saveBrandingForm}>
        <WithPreview saved={branding} label={t('preview')} texts={await previewTexts()}>
          <Card>
            <BrandingForm branding={branding} administrator={administrator} />
          </Card>
        </WithPreview>
      </FormProvider>
    </AdministrationPageLayout>
  )
}

async function BrandingForm({
  branding,
  administrator,
}: {
  branding: Branding
  administrator: CurrentDeveloper
}) {
  const t = await getTranslations('administration.branding')
  const text = (name: 'productName' | 'operatorName' | 'supportEmail' | (typeof urls)[number]) => ({
    name,
    label: t(name),
    note: t(`${name}Hint`),
    defaultValue: branding[name],
    autoComplete: 'off',
  })
  return (
    <ActionForm>
      <ExpectedVersion of={await findSavedAt()} />
      {/* The Enter key presses the first button of a form, which would be a colour. */}
      <button type="submit" hidden />
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
      <fieldset className="-mt-3 flex flex-wrap gap-2">
        <legend className="sr-only">{t('presets.title')}</legend>
        {presets.map(([name, value, look]) => (
          <SubmitButton
            key={name}
            name="preset"
            value={value}
            title={t(`presets.${name}`)}
            variant="secondary"
            size="small"
          >
            <span className={`block size-5 rounded ${look}`} />
            <span className="sr-only">{t(`presets.${name}`)}</span>
          </SubmitButton>
        ))}
      </fieldset>
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
      {needsReauthentication(administrator) && <ReauthenticationFields developer={administrator} />}
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{t('save')}</SubmitButton>
        <SubmitButton variant="secondary" name="intent" value="preview">
          {t('preview')}
        </SubmitButton>
      </div>
    </ActionForm>
  )
}

/** A press fills in the field, and previews it. Inline styles are forbidden. */
const presets = [
  ['green', '#0b6658', 'bg-[#0b6658]'],
  ['yellow', '#ffcc00', 'bg-[#ffcc00]'],
  ['orange', '#ff7900', 'bg-[#ff7900]'],
  ['red', '#e60000', 'bg-[#e60000]'],
  ['purple', '#7a1fa2', 'bg-[#7a1fa2]'],
  ['blue', '#1d4ed8', 'bg-[#1d4ed8]'],
] as const

const urls = ['termsUrl', 'privacyUrl', 'imprintUrl'] as const
