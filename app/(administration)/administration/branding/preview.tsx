'use client'

import { type FormEvent, type ReactNode, use, useState } from 'react'
import { BrandLogo } from '@/components/brand-logo'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { FormContext } from '@/components/ui/form-state'
import { usesDefaultLogo } from '@/lib/branding/default-logo'
import type { Branding } from '@/lib/branding/schema'
import type { PreviewTexts } from './preview-texts'

/** What the server makes of a form that is only previewed: its logo as a URL, null without a new one. */
export type BrandingPreview = { logo: string | null }
type Shown = Pick<Branding, 'productName' | 'operatorName' | 'supportEmail' | 'accentColour'> & {
  logo: string | null
}

type Props = { saved: Branding; label: string; texts: PreviewTexts; children: ReactNode }

/** A form, and next to it what it makes of the product: while it is typed, and without a script after "Preview". */
export function WithPreview({ saved, label, texts, children }: Props) {
  const { values, value } = use(FormContext).state
  const [typed, setTyped] = useState<{ after?: object; texts?: Partial<Shown> }>({})
  const savedLogo = saved.logoHash && `/brand/logo?v=${saved.logoHash}`
  const { logo, ...sent } = { ...values, logo: (value as BrandingPreview | undefined)?.logo ?? savedLogo }
  const shown: Shown = { ...saved, logo, ...sent, ...(typed.after === values && typed.texts) }
  const colour = /^#[0-9a-f]{6}$/i.test(shown.accentColour.trim())
    ? shown.accentColour.trim()
    : saved.accentColour
  return (
    <div
      className="grid items-start gap-8 lg:grid-cols-[5fr_7fr]"
      onInput={(event) => setTyped({ after: values, texts: read(event, savedLogo) })}
    >
      {children}
      <section aria-label={label} className="min-w-0 lg:sticky lg:top-16">
        <link rel="stylesheet" href={`/brand/accent?brand=${colour.slice(1).toLowerCase()}&preview`} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Theme theme="light" shown={shown} text={texts} />
          <Theme theme="dark" shown={shown} text={texts} />
        </div>
      </section>
    </div>
  )
}

/** What the form's fields hold now. */
function read({ target }: FormEvent<HTMLElement>, savedLogo: string | null): Partial<Shown> {
  const { form } = target as HTMLInputElement
  if (!form) return {}
  const { logo, removeLogo, ...texts } = Object.fromEntries(new FormData(form))
  const chosen = logo instanceof File && logo.size > 0 ? URL.createObjectURL(logo) : null
  return { ...(texts as Partial<Shown>), logo: chosen ?? (removeLogo ? null : savedLogo) }
}

type ThemeProps = { theme: 'light' | 'dark'; shown: Shown; text: PreviewTexts }

function Theme({ theme, shown, text }: ThemeProps) {
  const { productName, operatorName, supportEmail, logo } = shown
  const mark = logo ? (
    // biome-ignore lint/performance/noImgElement: it may not be saved yet
    <img src={logo} alt="" className="h-5 w-auto max-w-24 object-contain" />
  ) : (
    <BrandLogo brand={{ productName, logoHash: null, saved: true }} size="small" />
  )
  const header = (
    <p className="-mx-3 -mt-3 mb-3 flex items-center gap-2 border-brand border-b-3 bg-surface px-3 py-2 font-semibold">
      {mark}
      <span className="truncate">{productName}</span>
    </p>
  )
  const small = { size: 'small', tabIndex: -1 } as const
  return (
    <div inert className="grid gap-3 text-xs">
      <p className="text-muted">{text[theme]}</p>
      <Page theme={theme} title={text.landing}>
        {header}
        <p className="my-1 font-semibold text-base leading-tight">{text.heading}</p>
        <Button {...small}>{text.action}</Button>
        <p className="-mx-3 mt-3 -mb-3 on-brand px-3 py-2">{operatorName || productName}</p>
      </Page>
      <Page theme={theme} title={text.application}>
        {header}
        <p className="flex flex-wrap gap-1.5">
          <Badge tone="sandbox">{text.sandbox}</Badge>
          <Badge tone="production">{text.production}</Badge>
          <Badge tone="success">{text.succeeded}</Badge>
          <Badge tone="danger">{text.failed}</Badge>
        </p>
        <p className="mt-2 flex flex-wrap items-center justify-between gap-2">
          <span className="font-medium text-accent underline underline-offset-4">{text.link}</span>
          <Button {...small}>{text.open}</Button>
        </p>
      </Page>
      <Page theme={theme} title={text.email}>
        <p className="on-brand flex items-center gap-2 rounded-lg px-2 py-1.5 font-semibold">
          <span className="grid min-h-6 min-w-6 place-items-center rounded bg-white p-0.5 text-[#10211d]">
            {logo || usesDefaultLogo({ productName, saved: true })
              ? mark
              : productName.trim().slice(0, 1).toUpperCase()}
          </span>
          <span className="min-w-0 truncate">{productName}</span>
        </p>
        <p className="my-2 font-semibold text-sm">{text.mail}</p>
        <Button {...small}>{text.open}</Button>
        {supportEmail && <p className="mt-2 truncate text-muted">{supportEmail}</p>}
      </Page>
    </div>
  )
}

function Page({
  theme,
  title,
  children,
}: Pick<ThemeProps, 'theme'> & { title: string; children: ReactNode }) {
  return (
    <div>
      <p className="mb-1 font-medium">{title}</p>
      <div
        data-preview
        data-theme={theme}
        className="overflow-hidden rounded-xl border border-line bg-canvas p-3 text-ink"
      >
        {children}
      </div>
    </div>
  )
}
