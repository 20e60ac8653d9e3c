'use client'

import { SearchX } from 'lucide-react'
import { use } from 'react'
import type { CommandActions, CommandGroup, MenuCommand } from '@/components/command-menu/commands'
import { Marks, markWords } from '@/components/search-words'
import { PlainForm } from '@/components/ui/bound-form'
import { Button } from '@/components/ui/button'
import { FormContext } from '@/components/ui/form-state'
import { Link } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/notice'

type Props = { main: CommandGroup[]; empty: string; actions: CommandActions }

/** What was found, by group; before a search, the main commands. */
export function Results({ main, empty, actions }: Props) {
  const { state } = use(FormContext)
  const found = state.value as CommandGroup[] | undefined
  const query = found ? String(state.values?.query ?? '') : ''
  return (
    <div role="status" className="mt-6 max-w-220">
      {found?.length === 0 && <EmptyState icon={<SearchX />} title={empty} />}
      {(found ?? main).map(({ title, commands }) => (
        <section key={title} className="grid border-line border-t py-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <h2 className="pt-2.5 font-medium text-muted text-xs">{title}</h2>
          <ul className="text-sm max-sm:-mx-3">
            {commands.map((command, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the results never move
              <li key={index}>
                <Run {...{ command, query, actions }} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

const rowLook = 'flex min-h-10 flex-wrap items-center gap-x-4 rounded-lg px-3 py-1'

function Run({ command, query, actions }: Pick<Props, 'actions'> & { command: MenuCommand; query: string }) {
  const label = (
    <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
      <Marks parts={markWords(command.label, query)} />
    </span>
  )
  const detail = command.detail && <span className="ml-auto text-muted text-xs">{command.detail}</span>
  if ('href' in command)
    return (
      <Link href={command.href} className={`${rowLook} hover:bg-raised`}>
        {label}
        {detail}
      </Link>
    )
  if (command.action === 'copy')
    return (
      <span className={rowLook}>
        {label}
        <code className="select-all [overflow-wrap:anywhere]">{command.value}</code>
        {detail}
      </span>
    )
  const field = command.action === 'signOut' ? {} : { name: command.action, value: command.value }
  return (
    <PlainForm action={actions[command.action]} className={rowLook}>
      <Button type="submit" variant="secondary" size="small" {...field}>
        {command.label}
      </Button>
    </PlainForm>
  )
}
