import { classNames } from '@/components/class-names'
import { CopyButton } from '@/components/ui/copy-button'

type Props = {
  id: string
  /** Also the accessible name. */
  label: string
  value: string
  /** Names what is copied, for example "Copy client ID". */
  copyLabel: string
  /** In one line with its label. */
  inline?: boolean
}

/** A value to use elsewhere: read-only, selectable, with a button that copies it. */
export function CopyField({ id, label, value, copyLabel, inline = false }: Props) {
  return (
    <div className={classNames('relative grid items-center', inline && 'grid-cols-[4.5rem_minmax(0,1fr)]')}>
      <label
        htmlFor={id}
        className={classNames('min-h-7 text-muted text-xs leading-7', inline && 'font-mono')}
      >
        {label}
      </label>
      <input
        id={id}
        readOnly
        value={value}
        className={classNames(
          'h-7 min-w-0 truncate rounded bg-transparent font-mono text-xs',
          inline && 'pr-6',
        )}
      />
      <CopyButton text={value} label={copyLabel} place="field" />
    </div>
  )
}
