/** One thing that can be done from anywhere: a page to open, or one of the header's actions with its value. */
export type Command = { label: string; detail?: string } & (
  | { href: string }
  | { action: 'signOut' }
  | { action: 'theme' | 'locale'; value: string }
)

export type CommandGroup = { title: string; commands: Command[] }

/** What can be done besides going somewhere. */
export type CommandActions = {
  signOut: () => Promise<void>
  theme: (form: FormData) => Promise<void>
  locale: (form: FormData) => Promise<void>
}

export type CommandLabels = Record<
  'open' | 'placeholder' | 'results' | 'empty' | 'documentation' | 'failed',
  string
>

/** What is left of the groups when every word of `query` must stand in a command's label, detail or group. */
export function filterGroups(groups: CommandGroup[], query: string): CommandGroup[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  return groups
    .map(({ title, commands }) => ({
      title,
      commands: commands.filter(({ label, detail = '' }) => {
        const text = fold(`${label} ${detail} ${title}`)
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter(({ commands }) => commands.length > 0)
}

/** Accents and case do not matter. */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
