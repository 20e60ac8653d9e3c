'use client'

import { useRouter } from 'next/navigation'
import { type KeyboardEvent, startTransition, useEffect, useId, useRef, useState } from 'react'
import { copyText } from '@/components/ui/copy-button'
import { CommandList } from './command-list'
import type { Command, CommandActions, CommandLabels } from './commands'
import { useCommands } from './use-commands'

type Act = Exclude<Command, { href: string } | { action: 'copy' }>
type Props = { labels: CommandLabels; actions: CommandActions; onClose: () => void }

/** The command menu: a filter field above a list that the arrow keys move through (ARIA combobox). */
export default function CommandDialog({ labels, actions, onClose }: Props) {
  const router = useRouter()
  const dialog = useRef<HTMLDialogElement>(null)
  const [query, setQuery] = useState('')
  const [position, setPosition] = useState(0)
  const list = useId()
  const [copied, setCopied] = useState('')
  const [isAwaited, setAwaited] = useState(false)
  const { groups, loading, failed, problem } = useCommands(query)
  const commands = groups.flatMap((group) => group.commands)
  const current = Math.min(position, commands.length - 1)

  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    document.getElementById(`${list}-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [list, current])
  // Enter was pressed before there was anything to choose.
  useEffect(() => {
    const [first] = commands
    if (!isAwaited || (loading && !first)) return
    setAwaited(false)
    if (first) run(first)
  })

  function run(command: Command) {
    if ('action' in command && command.action === 'copy') return copy(command.value)
    dialog.current?.close()
    if ('href' in command) return router.push(command.href)
    startTransition(() => act(command, actions))
  }

  function copy(text: string) {
    copyText(text).then((done) => setCopied(labels[done ? 'copied' : 'copyFailed']))
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const chosen = commands[current]
    if (event.key === 'ArrowDown') setPosition((current + 1) % Math.max(1, commands.length))
    else if (event.key === 'ArrowUp')
      setPosition((current + commands.length - 1) % Math.max(1, commands.length))
    else if (event.key !== 'Enter') return
    else if (chosen) run(chosen)
    else setAwaited(loading)
    event.preventDefault()
  }

  const empty = commands.length > 0 ? '' : labels[loading ? 'loading' : 'empty']
  const message = failed ? labels.failed : copied || problem || empty
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside closes it; the keyboard has Escape
    <dialog
      ref={dialog}
      aria-label={labels.open}
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && dialog.current?.close()}
      className="mx-auto mt-[10vh] mb-auto w-[calc(100%-2rem)] max-w-xl overflow-hidden rounded-2xl border border-line bg-surface p-0 text-ink shadow-lifted backdrop:bg-black/40"
    >
      <input
        type="text"
        role="combobox"
        aria-label={labels.open}
        aria-expanded={commands.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={commands.length > 0 ? `${list}-${current}` : undefined}
        placeholder={labels.placeholder}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={({ target }) => {
          setQuery(target.value)
          setPosition(0)
          setCopied('')
          setAwaited(false)
        }}
        onKeyDown={press}
        className="min-h-14 w-full border-line border-b bg-transparent px-5 text-base outline-none placeholder:text-muted focus-visible:outline-none"
      />
      <CommandList id={list} label={labels.results} groups={groups} current={current} onRun={run} />
      <p role="status" className={message ? 'px-5 py-4 text-muted text-sm' : 'sr-only'}>
        {message}
      </p>
    </dialog>
  )
}

function act(command: Act, actions: CommandActions): Promise<void> {
  if (command.action === 'signOut') return actions.signOut()
  const form = new FormData()
  form.set(command.action, command.value)
  return actions[command.action](form)
}
