import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { classNames } from '@/components/class-names'
import { Button, ButtonLink } from '@/components/ui/button'
import { FilterForm } from '@/components/ui/filter-form'

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
