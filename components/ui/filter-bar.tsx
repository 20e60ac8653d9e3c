import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { classNames } from '@/components/class-names'
import { Button, ButtonLink } from '@/components/ui/button'
import { FilterForm } from '@/components/ui/filter-form'
import { Link } from '@/components/ui/link'

type Props = {
  label: string
  /** The text of the button. */
  apply: string
  /** The URL of the filter: its fields are rendered again when it changes. */
  url: string
  /** The URL without any filter. The form leads there as well: the browser puts the fields in place of its query. */
  plain: string
  /** The grid of the fields, if they have their labels above them; otherwise they are one line, where texts grow. */
  className?: string
  children: ReactNode
}

/** A filter, in the URL, so that it can be shared. Its button is seen where no script applies it. Server component. */
export function FilterBar({ label, apply, url, plain, className, children }: Props) {
  const t = useTranslations('common.filter')
  const look = className ? `grid gap-3 ${className}` : 'filter-line flex flex-wrap gap-2'
  return (
    <search aria-label={label} className="no-print">
      <FilterForm key={url} plain={plain} className={classNames('filter mb-5 items-end', look)}>
        {children}
        <Button
          type="submit"
          variant="secondary"
          size="small"
          className="[@media(scripting:enabled)]:not-focus:sr-only"
        >
          {apply}
        </Button>
        {url !== plain && (
          <ButtonLink href={plain} variant="quiet" size="small" className="justify-self-start">
            {t('clear')}
          </ButtonLink>
        )}
      </FilterForm>
    </search>
  )
}

type ChipLookProps = {
  /** With the criterion, or without it once it is set. */
  href: string
  isSet: boolean
  /** What pressing a set one does, for people who can't see the cross. */
  remove: string
  mono?: boolean
  children: ReactNode
}

/** The look of a chip, set or not, for other elements than links as well. */
export function chipLook(isSet: boolean, mono = false): string {
  return classNames(
    'relative inline-flex min-h-7 items-center gap-1.5 rounded-md border px-2.5 text-xs',
    mono ? 'font-mono' : 'font-medium',
    isSet
      ? 'border-accent bg-accent-soft text-ink'
      : 'border-line bg-surface text-muted hover:border-line-strong hover:text-ink',
  )
}

/** One criterion of a list, as a link that sets it or removes it. */
export function FilterChip({ href, isSet, remove, mono, children }: ChipLookProps) {
  return (
    <Link href={href} aria-current={isSet || undefined} className={chipLook(isSet, mono)}>
      {children}
      {isSet && (
        <>
          <X className="size-3.5" aria-hidden="true" />
          <span className="sr-only">({remove})</span>
        </>
      )}
    </Link>
  )
}
