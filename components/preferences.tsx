import { Monitor, Moon, Sun } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { classNames } from '@/components/class-names'
import { type Theme, themes } from '@/components/theme'
import { locales } from '@/i18n/locale'

type Choose = (form: FormData) => Promise<void>

const icons = { system: Monitor, light: Sun, dark: Moon }
const group = 'inline-flex rounded-lg border border-line bg-surface p-0.5'
const option = 'inline-flex min-h-8 min-w-8 items-center justify-center rounded-md px-1.5 font-medium text-xs'

function look(chosen: boolean) {
  return classNames(option, chosen ? 'bg-raised text-ink' : 'text-muted hover:text-ink')
}

/** One button per language. A plain form, which works without JavaScript. */
export function LanguageSwitch({ choose }: { choose: Choose }) {
  const t = useTranslations('common.language')
  const current = useLocale()
  return (
    <form action={choose}>
      <fieldset className={group}>
        <legend className="sr-only">{t('label')}</legend>
        {locales.map((locale) => (
          <button
            type="submit"
            key={locale}
            name="locale"
            value={locale}
            lang={locale}
            title={t(locale)}
            aria-pressed={locale === current}
            className={look(locale === current)}
          >
            <span aria-hidden="true">{locale.toUpperCase()}</span>
            <span className="sr-only">{t(locale)}</span>
          </button>
        ))}
      </fieldset>
    </form>
  )
}

/** System, light or dark. The choice is a cookie, so the server renders the right theme from the start. */
export function ThemeSwitch({ choose, current }: { choose: Choose; current: Theme }) {
  const t = useTranslations('common.theme')
  return (
    <form action={choose}>
      <fieldset className={group}>
        <legend className="sr-only">{t('label')}</legend>
        {themes.map((theme) => {
          const Icon = icons[theme]
          return (
            <button
              type="submit"
              key={theme}
              name="theme"
              value={theme}
              title={t(theme)}
              aria-pressed={theme === current}
              className={look(theme === current)}
            >
              <Icon className="size-4" aria-hidden="true" />
              <span className="sr-only">{t(theme)}</span>
            </button>
          )
        })}
      </fieldset>
    </form>
  )
}
