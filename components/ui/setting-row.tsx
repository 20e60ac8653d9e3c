import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { classNames } from '@/components/class-names'
import { ActionForm } from '@/components/ui/action-form'
import { FormProvider } from '@/components/ui/form-provider'
import type { FormAction } from '@/components/ui/form-state'
import { RowDisclosure, rowGrid } from '@/components/ui/row-disclosure'

type Props<Value> = {
  /** The setting, its value, and what one should know of it. */
  name: string
  value?: ReactNode
  note?: ReactNode
  id?: string
  /** `h2` where no section is around it. */
  heading?: 'h2' | 'h3'
} & (
  | { /** A button or a link. */ act?: ReactNode; close?: undefined; children?: undefined }
  | {
      /** What opens the form, in a word; by default "Change", or "Open" where there is no value. */
      act?: ReactNode
      /** What closes a row that shows rather than asks; its name is in one line. By default "Cancel". */
      close?: string
      /** Left out where a route receives the form. */
      action?: FormAction<Value>
      /** Whether `children` are a whole form; by default they are the fields of one, and its button. */
      ownForm?: boolean
      /** Whether the form is as wide as the page. */
      wide?: boolean
      /** Whether the page has something to say in it. */
      open?: boolean
      children: ReactNode
    }
)

/** A setting in a line: its act is at the end, or opens its form in the row. Server component. */
export function SettingRow<Value = undefined>({
  name,
  value,
  note,
  id,
  heading: Heading = 'h3',
  ...rest
}: Props<Value>) {
  const t = useTranslations('common.row')
  const cells = (
    <>
      <Heading
        title={rest.close && name}
        className={classNames(
          'font-medium text-sm @max-xl:col-start-1',
          rest.close ? 'truncate @xl:col-span-2' : '[overflow-wrap:anywhere]',
        )}
      >
        {name}
      </Heading>
      {value !== undefined && (
        <div className="min-w-0 text-muted text-xs [overflow-wrap:anywhere] @max-xl:col-start-1">{value}</div>
      )}
      <div
        className={classNames(
          'min-w-0 text-muted text-xs @max-xl:col-start-1',
          value === undefined && !rest.close && '@xl:col-span-2',
        )}
      >
        {note}
      </div>
    </>
  )
  if (rest.children === undefined)
    return (
      <div id={id} className="@container border-line border-b">
        <div className={rowGrid}>
          {cells}
          <div className="no-print justify-self-end whitespace-nowrap [&_:is(a,button)]:-mr-2.5 [&_:is(a,button)]:text-xs! @max-xl:col-start-2 @max-xl:row-span-3 @max-xl:row-start-1">
            {rest.act}
          </div>
        </div>
      </div>
    )
  const { act, action, close, ownForm, wide, open, children } = rest
  const fold = (
    <RowDisclosure
      id={id}
      act={act ?? t(value === undefined ? 'open' : 'change')}
      close={close ?? t('cancel')}
      summary={cells}
      open={open}
    >
      {ownForm ? children : <ActionForm className={wide ? 'max-w-none' : 'max-w-160'}>{children}</ActionForm>}
    </RowDisclosure>
  )
  return action ? <FormProvider action={action}>{fold}</FormProvider> : fold
}

/** Settings below the heading of their section. */
export function SettingRows({ children }: { children: ReactNode }) {
  return <div className="-mt-3">{children}</div>
}
