import { CopyButton } from '@/components/ui/copy-button'
import { controlLook } from '@/components/ui/field'

type Props = {
  id: string
  /** Also the accessible name. */
  label: string
  value: string
  /** Names what is copied, for example "Copy client ID". */
  copyLabel: string
}

/** A value to use elsewhere: read-only, selectable, with a button in it that copies it. */
export function CopyField({ id, label, value, copyLabel }: Props) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          readOnly
          value={value}
          className={`${controlLook()} min-w-0 truncate pr-11 font-mono text-sm`}
        />
        <CopyButton text={value} label={copyLabel} place="field" />
      </div>
    </div>
  )
}
