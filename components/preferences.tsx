import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { classNames } from '@/components/class-names'
import { type Theme, themes } from '@/components/theme'
import { PlainForm } from '@/components/ui/bound-form'
import { useLocale } from '@/i18n/current-locale'
import { locales, nameOf } from '@/lib/languages'

type Choose = (form: FormData) => Promise<void>

const icons = { system: Monitor, light: Sun, dark: Moon }

/** One button per language. */
export function LanguageSwitch({ choose }: { choose: Choose }) {
  const t = useTranslations('common.language')
  const options = locales.map((value) => ({
    value,
    title: nameOf(value),
    lang: value,
    look: value.toUpperCase(),
  }))
  return <Switch name="locale" label={t('label')} current={useLocale()} {...{ choose, options }} />
}

/** System, light or dark. The choice is a cookie, so the server renders the right theme from the start. */
export function ThemeSwitch({ choose, current }: { choose: Choose; current: Theme }) {
  const t = useTranslations('common.theme')
  const options = themes.map((value) => ({ value, title: t(value), look: icons[value] }))
  return <Switch name="theme" label={t('label')} {...{ choose, current, options }} />
}

type Option = { value: string; title: string; lang?: string; look: LucideIcon | string }
type Props = { name: string; label: string; choose: Choose; current: string; options: Option[] }

/** A plain form, which works without JavaScript. */
function Switch({ name, label, choose, current, options }: Props) {
  return (
    <PlainForm action={choose}>
      <fieldset className="inline-flex rounded-lg border border-line bg-surface p-0.5">
        <legend className="sr-only">{label}</legend>
        {options.map(({ value, title, lang, look: Look }) => (
          <button
            type="submit"
            key={value}
            {...{ name, value, lang, title }}
            aria-pressed={value === current}
            className={classNames(
              'inline-flex min-h-8 min-w-8 items-center justify-center rounded-md px-1.5 font-medium text-xs',
              value === current ? 'bg-raised text-ink' : 'text-muted hover:text-ink',
            )}
          >
            {typeof Look === 'string' ? (
              <span aria-hidden="true">{Look}</span>
            ) : (
              <Look className="size-4" aria-hidden="true" />
            )}
            <span className="sr-only">{title}</span>
          </button>
        ))}
      </fieldset>
    </PlainForm>
  )
}
