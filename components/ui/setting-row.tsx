import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ActionForm } from '@/components/ui/action-form'
import { FormProvider } from '@/components/ui/form-provider'
import type { FormAction } from '@/components/ui/form-state'
import { RowDisclosure, rowGrid } from '@/components/ui/row-disclosure'

type Props = {
  /** The setting, its value, and what one should know of it. */
  name: string
  value?: ReactNode
  note?: ReactNode
  id?: string
} & (
  | { /** A button or a link. */ act?: ReactNode; action?: undefined; children?: undefined }
  | {
      /** What opens the form, in a word. */
      act?: string
      action: FormAction
      /** The fields of the form, and its button. */
      children: ReactNode
    }
)

/** A setting in a line: its act is at the end, or opens its form in the row. Server component. */
export function SettingRow({ name, value, note, id, ...rest }: Props) {
  const t = useTranslations('common.row')
  const cells = (
    <>
      <h3 className="font-medium text-sm max-sm:col-start-1">{name}</h3>
      <div className="min-w-0 text-muted text-xs [overflow-wrap:anywhere] max-sm:col-start-1">{value}</div>
      <div className="min-w-0 text-muted text-xs max-sm:col-start-1">{note}</div>
    </>
  )
  if (!rest.action)
    return (
      <div id={id} className={`${rowGrid} border-line border-b`}>
        {cells}
        <div className="no-print justify-self-end [&_:is(a,button)]:-mr-2.5 [&_:is(a,button)]:text-xs! max-sm:col-start-2 max-sm:row-span-3 max-sm:row-start-1">
          {rest.act}
        </div>
      </div>
    )
  return (
    <FormProvider action={rest.action}>
      <RowDisclosure id={id} act={rest.act ?? t('change')} close={t('cancel')} summary={cells}>
        <ActionForm className="max-w-160">{rest.children}</ActionForm>
      </RowDisclosure>
    </FormProvider>
  )
}

/** Settings below the heading of their section. */
export function SettingRows({ children }: { children: ReactNode }) {
  return <div className="-mt-3">{children}</div>
}
