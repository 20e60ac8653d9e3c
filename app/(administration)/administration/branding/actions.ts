'use server'

import { revalidatePath } from 'next/cache'
import { getTranslations } from 'next-intl/server'
import type { FormState } from '@/app/_request/action'
import { formAction } from '@/app/_request/form-action'
import { forceNavigation } from '@/app/_request/return-path'
import { formatBytes } from '@/components/format'
import { getLocale } from '@/i18n/current-locale'
import { readLogo } from '@/lib/branding/logo'
import { saveBranding } from '@/lib/branding/save-branding'
import { maxLogoBytes } from '@/lib/uploads'
import type { BrandingPreview } from './preview'

const messages = 'administration.branding.errors'

/** Saves the branding, or with "Preview" or a preset colour only returns what it would be. */
export const saveBrandingForm = formAction<typeof saveBranding, [], BrandingPreview>(saveBranding, {
  messages,
  async fields({ form }) {
    const preset = form.get('preset')
    if (preset) form.set('accentColour', preset)
    return { ...Object.fromEntries(form), logo: await readFile(form.get('logo')) }
  },
  question: { title: 'administration.branding.question' },
  instead: ({ form, input: { logo } }) =>
    form.get('intent') === 'preview' || form.has('preset') ? preview(logo) : undefined,
  // Every page shows it.
  after: () => revalidatePath('/', 'layout'),
  to: () => forceNavigation('/administration/branding?done=branding'),
  refuse: ({ reason }) => refuse(reason),
})

async function preview(logo: Buffer | null): Promise<FormState<BrandingPreview>> {
  const read = logo && (await readLogo(logo))
  if (read && !read.ok) return refuse(read.reason)
  return { value: { logo: read && `data:image/png;base64,${read.value.toString('base64')}` } }
}

async function refuse(reason: string): Promise<FormState<BrandingPreview>> {
  const t = await getTranslations(messages)
  return {
    errors: { logo: t(reason as 'logo_kind', { limit: formatBytes(maxLogoBytes, await getLocale()) }) },
  }
}

/** An empty field is sent as a file without a name. */
async function readFile(file: FormDataEntryValue | null): Promise<Buffer | null> {
  return file instanceof File && file.size > 0 ? Buffer.from(await file.arrayBuffer()) : null
}
