import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'

type Props = {
  /** Where the form leads, and what clears it. */
  path: string
  /** The address as it is now: fields are drawn anew when it changes. */
  address: string
  children: ReactNode
}

/** A search: an ordinary GET form, so that it stands in the address and can be shared. */
export async function FilterBar({ path, address, children }: Props) {
  const t = await getTranslations('administration.filter')
  return (
    <search aria-label={t('label')}>
      <form
        key={address}
        action={path}
        noValidate
        className="mb-6 grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-3"
      >
        {children}
        <div className="flex gap-2">
          <Button type="submit" variant="secondary" className="min-h-11">
            {t('apply')}
          </Button>
          {address !== path && (
            <ButtonLink href={path} variant="quiet" className="min-h-11">
              {t('clear')}
            </ButtonLink>
          )}
        </div>
      </form>
    </search>
  )
}
