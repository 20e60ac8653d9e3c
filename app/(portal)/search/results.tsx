'use client'

import { SearchX } from 'lucide-react'
import { use } from 'react'
import type { CommandActions, CommandGroup, MenuCommand } from '@/components/command-menu/commands'
import { PlainForm } from '@/components/ui/bound-form'
import { Button } from '@/components/ui/button'
import { FormContext } from '@/components/ui/form-state'
import { EmptyState } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'

type Props = { empty: string; actions: CommandActions }

/** What was found, by group; nothing before a search. */
export function Results({ empty, actions }: Props) {
  const groups = use(FormContext).state.value as CommandGroup[] | undefined
  return (
    <div role="status" className="grid gap-8">
      {groups?.length === 0 && <EmptyState icon={<SearchX />} title={empty} />}
      {groups?.map(({ title, commands }) => (
        <section key={title}>
          <h2 className="border-line border-b pb-1 text-subject">{title}</h2>
          <ul className="divide-y divide-line text-sm">
            {commands.map((command, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the results never move
              <li key={index} className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 py-1">
                <Run command={command} actions={actions} />
                {command.detail && <span className="text-muted text-xs">{command.detail}</span>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Run({ command, actions }: Pick<Props, 'actions'> & { command: MenuCommand }) {
  const { label } = command
  if ('href' in command) return <TextLink href={command.href}>{label}</TextLink>
  if (command.action === 'copy')
    return (
      <span>
        {label}: <code className="select-all [overflow-wrap:anywhere]">{command.value}</code>
      </span>
    )
  const field = command.action === 'signOut' ? {} : { name: command.action, value: command.value }
  return (
    <PlainForm action={actions[command.action]}>
      <Button type="submit" variant="secondary" size="small" {...field}>
        {label}
      </Button>
    </PlainForm>
  )
}
