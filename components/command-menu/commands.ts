/**
 * A command available everywhere: a page to open, or one of the header's actions with its value. `keywords`
 * are what else people call it; they are searched, not shown.
 */
export type MenuCommand = { label: string; detail?: string; keywords?: string } & (
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

/** The own commands that match, and what a search found besides, each page once. */
export function listMatches(own: CommandGroup[], found: CommandGroup[], query: string): CommandGroup[] {
  const matching = filterGroups(own, query)
  const known = new Set(
    matching.flatMap(({ commands }) => commands.map((command) => 'href' in command && command.href)),
  )
  const other = found.map(({ title, commands }) => ({
    title,
    commands: commands.filter((command) => !('href' in command && known.has(command.href))),
  }))
  return [...matching, ...other.filter(({ commands }) => commands.length > 0)]
}

/** The commands whose label, detail, keywords or group contain every word of `query`; empty groups are left out. */
export function filterGroups(groups: CommandGroup[], query: string): CommandGroup[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  return groups
    .map(({ title, commands }) => ({
      title,
      commands: commands.filter(({ label, detail = '', keywords = '' }) => {
        const text = fold(`${label} ${detail} ${keywords} ${title}`)
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter(({ commands }) => commands.length > 0)
}

/** Ignores accents, case and marks that no one sees. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
}
