'use client'
import { usePathname, useRouter } from 'next/navigation'
import { type KeyboardEvent, startTransition, useEffect, useId, useRef, useState } from 'react'
import { classNames } from '@/components/class-names'
import { Marks, markWords } from '@/components/search-words'
import { copyText } from '@/components/ui/copy-button'
import {
  type CommandActions,
  type CommandGroup,
  type CommandLabels,
  listMatches,
  type MenuCommand,
} from './commands'

type Act = Exclude<MenuCommand, { href: string } | { action: 'copy' }>
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

  function run(command: MenuCommand) {
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
        className="min-h-14 w-full text-ellipsis border-line border-b bg-transparent px-5 text-base outline-none placeholder:text-muted focus-visible:outline-none"
      />
      <CommandList id={list} label={labels.results} groups={groups} {...{ query, current }} onRun={run} />
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

const pauseMilliseconds = 120

/**
 * The current user's commands that match `query`, and what the portal finds for it. What is typed is posted, so that it
 * appears in no URL. `problem`: why nothing could be searched. `loading`: more may be found.
 */
function useCommands(query: string) {
  const [own, setOwn] = useState<CommandGroup[] | null>(null)
  const [found, setFound] = useState<{ query: string; groups: CommandGroup[] }>({ query: '', groups: [] })
  const [failed, setFailed] = useState(false)
  const [problem, setProblem] = useState('')
  const [, current] = /^\/applications\/([^/]+)/.exec(usePathname()) ?? []

  useEffect(() => {
    const stop = new AbortController()
    ask({ signal: stop.signal }).then(setOwn, () => setFailed(!stop.signal.aborted))
    return () => stop.abort()
  }, [])

  useEffect(() => {
    const stop = new AbortController()
    const asked = query.trim()
    const search = async () => {
      const groups = asked
        ? await ask({ method: 'POST', body: new URLSearchParams({ query: asked }), signal: stop.signal })
        : []
      setFound({ query: asked, groups })
      setProblem('')
    }
    // The commands work without the rest.
    const report = ({ message }: Error) => {
      if (stop.signal.aborted) return
      setFound({ query: asked, groups: [] })
      setProblem(message)
    }
    const timer = setTimeout(() => search().catch(report), asked ? pauseMilliseconds : 0)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [query])

  const loading = !failed && (own === null || found.query !== query.trim())
  return { groups: own ? listMatches(own, found.groups, query, current) : [], loading, failed, problem }
}

/** @throws Error with the words of a refusal, and without any for other failures */
async function ask(request: RequestInit): Promise<CommandGroup[]> {
  const response = await fetch('/commands', request)
  if (!response.ok) throw new Error(response.status === 429 ? await response.text() : '')
  return response.json()
}

type CommandListProps = {
  id: string
  label: string
  groups: CommandGroup[]
  query: string
  /** The option that Enter selects, counted across all groups. */
  current: number
  onRun: (command: MenuCommand) => void
}

/** The options of the command menu in groups. The focus stays in the field above. */
function CommandList({ id, label, groups, query, current, onRun }: CommandListProps) {
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
                {...{ command, query }}
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

type OptionProps = {
  id: string
  command: MenuCommand
  query: string
  selected: boolean
  onRun: (command: MenuCommand) => void
}

function Option({ id, command, query, selected, onRun }: OptionProps) {
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
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <Marks parts={markWords(command.label, query)} />
      </span>
      {command.detail && <span className="text-muted text-xs">{command.detail}</span>}
    </div>
  )
}
