import { fold, splitWords } from '@/components/search-words'

/**
 * A command available everywhere: a page to open, or one of the header's actions with its value. `keywords`
 * are what else people call it; they are searched, not shown.
 */
export type MenuCommand = {
  label: string
  detail?: string
  keywords?: string
  /** The ID of the application that it is about. */
  application?: string
  /** Offered before anything is typed; what is about an application, on the pages of that one only. */
  main?: boolean
} & (
  | { href: string }
  | { action: 'signOut' }
  | { action: 'theme' | 'locale'; value: string }
  | { action: 'copy'; value: string }
)

export type CommandGroup = { title: string; commands: MenuCommand[] }

/** Commands other than opening a page. */
export type CommandActions = {
  signOut: () => Promise<void>
  theme: (form: FormData) => Promise<void>
  locale: (form: FormData) => Promise<void>
}

export type CommandLabels = Record<
  'open' | 'button' | 'placeholder' | 'results' | 'loading' | 'empty' | 'failed' | 'copied' | 'copyFailed',
  string
>

/** Of each group. */
const maxShown = 8

/** How well a command matches, best first; what the server found comes after what matches by its words. */
const ranks = { labelStart: 0, wordStarts: 1, label: 2, elsewhere: 3, found: 4, none: 5 }

type Ranked = { command: MenuCommand; rank: number }

/**
 * The own commands whose label, detail, keywords or group contain every word of `query`, and what a search found
 * besides, each page once, at most 8 of a group. The best matches are first, as are their groups; among equals,
 * those of the `current` application. Before anything is typed, the main commands.
 */
export function listMatches(own: CommandGroup[], found: CommandGroup[], query: string, current?: string) {
  const words = splitWords(query)
  const groups = new Map<string, Ranked[]>()
  const add = (title: string, command: MenuCommand, rank: number) => {
    if (rank < ranks.none) groups.set(title, [...(groups.get(title) ?? []), { command, rank }])
  }
  for (const { title, commands } of own)
    for (const command of commands) add(title, command, rankOf(command, title, words, current))
  for (const { title, commands } of found) for (const command of commands) add(title, command, ranks.found)
  const isElsewhere = ({ application }: MenuCommand) => Number(application !== current)
  for (const ranked of groups.values())
    ranked.sort((a, b) => a.rank - b.rank || isElsewhere(a.command) - isElsewhere(b.command))
  const isNew = onlyOnce()
  return [...groups]
    .sort(([, [one]], [, [other]]) => (one?.rank ?? 0) - (other?.rank ?? 0))
    .map(([title, ranked]): CommandGroup => {
      const commands = ranked.map(({ command }) => command).filter(isNew)
      return { title, commands: commands.slice(0, maxShown) }
    })
    .filter(({ commands }) => commands.length > 0)
}

function rankOf(command: MenuCommand, title: string, words: string[], current?: string): number {
  const { label, detail = '', keywords = '', main, application } = command
  if (words.length === 0) return main && (!application || application === current) ? 0 : ranks.none
  const name = fold(label)
  const text = fold(`${label} ${detail} ${keywords} ${title}`)
  if (!words.every((word) => text.includes(word))) return ranks.none
  if (name.startsWith(words.join(' '))) return ranks.labelStart
  if (words.every((word) => ` ${name}`.includes(` ${word}`))) return ranks.wordStarts
  return words.every((word) => name.includes(word)) ? ranks.label : ranks.elsewhere
}

/** Whether a command leads to where none before it did. */
function onlyOnce() {
  const known = new Set<string>()
  return (command: MenuCommand) =>
    !('href' in command) || (!known.has(command.href) && Boolean(known.add(command.href)))
}
