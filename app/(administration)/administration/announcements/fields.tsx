import { getTranslations } from 'next-intl/server'
import { FieldColumns } from '@/components/ui/field'
import { RadioCards } from '@/components/ui/radio-cards'
import { Select } from '@/components/ui/select'
import { TextInput } from '@/components/ui/text-input'
import { Textarea } from '@/components/ui/textarea'
import type { Announcement } from '@/generated/prisma/client'
import { getLocale } from '@/i18n/current-locale'
import {
  announcementKinds,
  audiences,
  type DeprecableEndpoint,
  deprecableEndpoints,
  textLimit,
  titleLimit,
} from '@/lib/announcements/schema'
import { describeLanguage, locales } from '@/lib/languages'
import { textField } from '@/lib/translations'

/** Fields that cannot be changed after publication. The last two are for a deprecation, and hidden for other kinds. */
export async function KindFields() {
  const t = await getTranslations('announcements')
  return (
    <>
      <RadioCards
        keep
        name="kind"
        label={t('kind')}
        options={announcementKinds.map((value) => ({
          value,
          label: t(`kinds.${value}`),
          description: t(`kindHints.${value}`),
        }))}
      />
      <div className="hidden gap-6 group-has-[[value=deprecation]:checked]:grid">
        <Select
          keep
          name="endpoint"
          label={t('endpoint')}
          options={(Object.keys(deprecableEndpoints) as DeprecableEndpoint[]).map((value) => ({
            value,
            label: deprecableEndpoints[value],
          }))}
        />
        <Sunset />
      </div>
      <RadioCards
        keep
        name="audience"
        label={t('audience')}
        hint={t('audienceHint')}
        defaultValue="everyone"
        options={audiences.map((value) => ({ value, label: t(`audiences.${value}`) }))}
      />
    </>
  )
}

export async function Sunset({ on }: { on?: Date | null }) {
  const t = await getTranslations('announcements')
  return (
    <TextInput
      keep
      name="sunset"
      type="date"
      label={t('sunset')}
      hint={t('sunsetHint')}
      defaultValue={on?.toISOString().slice(0, 10)}
      className="max-w-60"
    />
  )
}

/** In each language, as everyone reads the one of their choice. */
export async function TextFields({ announcement }: { announcement?: Announcement }) {
  const t = await getTranslations('announcements')
  const reader = await getLocale()
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      {locales.map((locale) => {
        const language = describeLanguage(locale, reader)
        return (
          <div key={locale} className="grid content-start gap-4">
            <TextInput
              keep
              {...textField('title', locale, announcement)}
              label={t('titleIn', { language })}
              maxLength={titleLimit}
            />
            <Textarea
              keep
              {...textField('text', locale, announcement)}
              label={t('textIn', { language })}
              hint={t('textHint')}
              maxLength={textLimit}
              rows={5}
            />
          </div>
        )
      })}
    </div>
  )
}

/** The period of the banner, in UTC like every time in the portal. */
export async function EndFields({ from, to }: { from: Date; to?: Date | null }) {
  const t = await getTranslations('announcements')
  return (
    <FieldColumns>
      <TextInput
        keep
        name="from"
        type="datetime-local"
        label={t('from')}
        hint={t('fromHint')}
        defaultValue={toMinutes(from)}
        required
      />
      <TextInput
        keep
        name="to"
        type="datetime-local"
        label={t('to')}
        hint={t('toHint')}
        defaultValue={to ? toMinutes(to) : undefined}
      />
    </FieldColumns>
  )
}

function toMinutes(at: Date): string {
  return at.toISOString().slice(0, 16)
}
