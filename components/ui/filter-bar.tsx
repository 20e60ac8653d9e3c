import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { classNames } from '@/components/class-names'
import { Button, ButtonLink } from '@/components/ui/button'

type Props = {
  label: string
  /** The text of the button. */
  apply: string
  /** The URL of the filter: its fields are rendered again when it changes. */
  url: string
  /** The URL without any filter. The form leads there as well: the browser puts the fields in place of its query. */
  plain: string
  /** The grid of the fields. */
  className: string
  children: ReactNode
}

/** A filter: an ordinary GET form, so that it is in the URL and can be shared. Server component. */
export function FilterBar({ label, apply, url, plain, className, children }: Props) {
  const t = useTranslations('common.filter')
  return (
    <search aria-label={label} className="no-print">
      <form
        key={url}
        action={plain}
        noValidate
        className={classNames('filter mb-5 grid items-end gap-3', className)}
      >
        {children}
        <div className="flex gap-2">
          <Button type="submit" variant="secondary" size="small">
            {apply}
          </Button>
          {url !== plain && (
            <ButtonLink href={plain} variant="quiet" size="small">
              {t('clear')}
            </ButtonLink>
          )}
        </div>
      </form>
    </search>
  )
}
