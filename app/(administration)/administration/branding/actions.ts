'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { type FormState, requireForm, submit } from '@/app/_request/action'
import { requireAdministrator } from '@/app/_request/session'
import { formatBytes } from '@/components/validation/format'
import { saveBranding } from '@/lib/branding/commands'
import { brandingSchema } from '@/lib/branding/schema'
import type { RefusalOf } from '@/lib/result'
import { maxLogoBytes } from '@/lib/uploads'

const messages = 'administration.branding.errors'

export async function saveBrandingForm(_state: FormState, form: FormData): Promise<FormState> {
  const { actor } = await requireAdministrator()
  return submit(withoutFiles(form), brandingSchema, messages, async (input) => {
    const result = await saveBranding(input, await readFile(form.get('logo')), actor)
    if (!result.ok) return refuse(result)
    // Every page shows it.
    revalidatePath('/', 'layout')
    redirect('/administration/branding?done=branding')
  })
}

type Refused = RefusalOf<typeof saveBranding>

async function refuse(result: Refused): Promise<FormState> {
  const t = await getTranslations(messages)
  if (result.reason !== 'accent_unreadable')
    return { errors: { logo: t(result.reason, { limit: formatBytes(maxLogoBytes, await getLocale()) }) } }
  return { errors: { accentColour: t('accent_unreadable', { nearest: result.nearest }) } }
}

/** An empty field is sent as a file without a name. */
async function readFile(file: FormDataEntryValue | null): Promise<Buffer | null> {
  return file instanceof File && file.size > 0 ? Buffer.from(await file.arrayBuffer()) : null
}

function withoutFiles(form: FormData): FormData {
  const texts = new FormData()
  for (const [name, value] of requireForm(form)) if (typeof value === 'string') texts.set(name, value)
  return texts
}
