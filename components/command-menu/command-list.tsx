import { classNames } from '@/components/class-names'
import type { Command, CommandGroup } from './commands'

type Props = {
  id: string
  label: string
  groups: CommandGroup[]
  /** The option that Enter selects, counted across all groups. */
  current: number
  onRun: (command: Command) => void
}

/** The options of the command menu in groups. The focus stays in the field above. */
export function CommandList({ id, label, groups, current, onRun }: Props) {
  let count = -1
  return (
    <div
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      className={groups.length > 0 ? 'max-h-[min(24rem,60vh)] overflow-y-auto p-2' : 'sr-only'}
    >
      {groups.map(({ title, commands }, group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
        <div key={title} role="group" aria-labelledby={`${id}-group-${group}`} className="mb-2 last:mb-0">
          <p id={`${id}-group-${group}`} className="px-3 pt-2 pb-1 font-medium text-muted text-xs">
            {title}
          </p>
          {commands.map((command) => {
            count += 1
            return (
              <Option
                key={count}
                id={`${id}-${count}`}
                command={command}
                selected={count === current}
                onRun={onRun}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

type OptionProps = { id: string; command: Command; selected: boolean; onRun: (command: Command) => void }

function Option({ id, command, selected, onRun }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      id={id}
      role="option"
      aria-selected={selected}
      onClick={() => onRun(command)}
      className={classNames(
        'flex min-h-10 cursor-pointer flex-wrap items-center justify-between gap-x-4 rounded-lg px-3 py-1.5 text-sm hover:bg-raised',
        selected && 'bg-accent-soft outline-2 outline-accent -outline-offset-2',
      )}
    >
      <span className="min-w-0 [overflow-wrap:anywhere]">{command.label}</span>
      {command.detail && <span className="text-muted text-xs">{command.detail}</span>}
    </div>
  )
}
