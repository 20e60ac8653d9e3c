import { getTranslations } from 'next-intl/server'
import { LanguageFields } from '@/components/language-fields'
import { RadioSegments } from '@/components/ui/checkbox'
import { FieldColumns } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { TextInput } from '@/components/ui/text-input'
import { Textarea } from '@/components/ui/textarea'
import type { Announcement } from '@/generated/prisma/client'
import {
  announcementKinds,
  audiences,
  type DeprecableEndpoint,
  deprecableEndpoints,
  textLimit,
  titleLimit,
} from '@/lib/announcements/schema'
import { textField } from '@/lib/translations'

/** What cannot be changed after publication; the last two fields are for a deprecation, and hidden for other kinds. */
export async function KindFields() {
  const t = await getTranslations('announcements')
  return (
    <>
      <RadioSegments
        keep
        name="kind"
        label={t('kind')}
        options={announcementKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      <div className="hidden group-has-[[value=deprecation]:checked]:block">
        <FieldColumns>
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
        </FieldColumns>
      </div>
    </>
  )
}

export async function AudienceField() {
  const t = await getTranslations('announcements')
  return (
    <RadioSegments
      keep
      name="audience"
      label={t('audience')}
      chosen="everyone"
      options={audiences.map((value) => ({ value, label: t(`audiences.${value}`) }))}
    />
  )
}

export async function Sunset({ on }: { on?: Date | null }) {
  const t = await getTranslations('announcements')
  return (
    <TextInput
      keep
      name="sunset"
      label={t('sunset')}
      hint={t('sunsetHint')}
      note="UTC"
      placeholder={t('datePattern')}
      defaultValue={on?.toISOString().slice(0, 10)}
    />
  )
}

/** In each language, as everyone reads the one of their choice. */
export async function TextFields({ announcement }: { announcement?: Announcement }) {
  const t = await getTranslations('announcements')
  return (
    <LanguageFields>
      {(locale, language) => (
        <>
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
            note={t('textHint')}
            maxLength={textLimit}
            rows={5}
          />
        </>
      )}
    </LanguageFields>
  )
}

/** The period of the banner, in UTC like every time here, and written as in ISO 8601 in any language of a browser. */
export async function EndFields({ from, to }: { from: Date; to?: Date | null }) {
  const t = await getTranslations('announcements')
  const field = { keep: true, placeholder: t('timePattern') }
  return (
    <FieldColumns>
      <TextInput
        {...field}
        name="from"
        label={t('from')}
        note="UTC"
        defaultValue={toMinutes(from)}
        required
      />
      <TextInput
        {...field}
        name="to"
        label={t('to')}
        note={t('toHint')}
        defaultValue={to ? toMinutes(to) : undefined}
      />
    </FieldColumns>
  )
}

function toMinutes(at: Date): string {
  return at.toISOString().slice(0, 16).replace('T', ' ')
}
