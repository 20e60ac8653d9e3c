'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { type FormState, requireForm, submitForm } from '@/app/_request/action'
import { confirmed } from '@/app/_request/confirmed'
import { forceNavigation } from '@/app/_request/return-path'
import { requireAdministrator } from '@/app/_request/session'
import { formatBytes } from '@/components/format'
import { saveBranding } from '@/lib/branding/commands'
import { type LogoRefusal, readLogo } from '@/lib/branding/logo'
import { brandingSchema } from '@/lib/branding/schema'
import { maxLogoBytes } from '@/lib/uploads'
import type { Previewed } from './preview'

const messages = 'administration.branding.errors'

/** Saves the branding, or with "Preview" or a preset colour only returns what it would be. */
export async function saveBrandingForm(_state: FormState<Previewed>, form: FormData) {
  const developer = await requireAdministrator()
  const act = { developer, act: 'branding.saveBrandingForm', about: [] } as const
  return submitForm<typeof brandingSchema, Previewed>(
    withoutFiles(form),
    brandingSchema,
    messages,
    async (input) => {
      const logo = await readFile(form.get('logo'))
      if (form.get('intent') === 'preview' || form.has('preset')) return preview(logo)
      return confirmed<Previewed>(act, form, async () => {
        const result = await saveBranding(input, logo, developer.actor)
        if (!result.ok) return refuse(result.reason)
        // Every page shows it.
        revalidatePath('/', 'layout')
        return redirect(forceNavigation('/administration/branding?done=branding'))
      })
    },
  )
}

async function preview(logo: Buffer | null): Promise<FormState<Previewed>> {
  const read = logo && (await readLogo(logo))
  if (read && !read.ok) return refuse(read.reason)
  return { value: { logo: read && `data:image/png;base64,${read.value.toString('base64')}` } }
}

async function refuse(reason: LogoRefusal): Promise<FormState<Previewed>> {
  const t = await getTranslations(messages)
  return { errors: { logo: t(reason, { limit: formatBytes(maxLogoBytes, await getLocale()) }) } }
}

/** An empty field is sent as a file without a name. */
async function readFile(file: FormDataEntryValue | null): Promise<Buffer | null> {
  return file instanceof File && file.size > 0 ? Buffer.from(await file.arrayBuffer()) : null
}

function withoutFiles(form: FormData): FormData {
  const texts = new FormData()
  for (const [name, value] of requireForm(form)) if (typeof value === 'string') texts.set(name, value)
  const preset = texts.get('preset')
  if (preset) texts.set('accentColour', preset)
  return texts
}
