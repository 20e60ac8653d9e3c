import { versionOf } from '@/lib/commands/command'

/** In a form, what it shows of the thing that it overwrites: the `version` of its command. */
export function ExpectedVersion({ of }: { of: unknown }) {
  // A browser would keep it over a reload.
  return <input type="hidden" name="shown" value={versionOf(of)} autoComplete="off" />
}
