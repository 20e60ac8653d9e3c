import { getTranslations } from 'next-intl/server'
import { RadioSegments } from '@/components/ui/checkbox'
import { FormDisclosure } from '@/components/ui/disclosure'
import { FieldColumns } from '@/components/ui/field'
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
import { describeLanguage, type Locale, locales } from '@/lib/languages'
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

type TextProps = { announcement?: Announcement }

/** In each language, as everyone reads the one of their choice; those that may stay empty are folded away. */
export function TextFields({ announcement }: TextProps) {
  const isRequired = (locale: Locale) => textField('title', locale).required
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-2">
        {locales.filter(isRequired).map((locale) => (
          <LanguageFields key={locale} locale={locale} announcement={announcement} />
        ))}
      </div>
      {locales
        .filter((locale) => !isRequired(locale))
        .map((locale) => (
          <Optional key={locale} locale={locale} announcement={announcement} />
        ))}
    </>
  )
}

type LanguageProps = TextProps & { locale: Locale }

async function Optional(props: LanguageProps) {
  const t = await getTranslations('announcements')
  const language = describeLanguage(props.locale, await getLocale())
  return (
    <FormDisclosure summary={<span className="text-sm">{t('optional', { language })}</span>}>
      <LanguageFields {...props} />
    </FormDisclosure>
  )
}

async function LanguageFields({ locale, announcement }: LanguageProps) {
  const t = await getTranslations('announcements')
  const language = describeLanguage(locale, await getLocale())
  return (
    <div className="grid content-start gap-4">
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
    </div>
  )
}

/** The period of the banner, in UTC like every time in the portal, and written as in ISO 8601 whatever the browser's language. */
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
