import { type CurrentDeveloper, findCurrentDeveloper, findReader } from '@/app/_request/session'
import type { CommandGroup } from '@/components/command-menu/commands'
import { listApplications } from '@/lib/applications/queries'
import { applicationCommands } from './applications'
import { documentationCommands, entryCommands, placeCommands, preferenceCommands } from './groups'

/** The entries of the command menu for the current user, in their language. */
export async function listCommands(): Promise<CommandGroup[]> {
  const developer = await findCurrentDeveloper()
  return [
    ...(developer ? await listOwn(developer) : [await entryCommands()]),
    await documentationCommands(),
    ...(await preferenceCommands(developer !== null)),
  ]
}

async function listOwn({ role, id }: CurrentDeveloper): Promise<CommandGroup[]> {
  if (!(await findReader())) return []
  return [await placeCommands(role), ...(await applicationCommands(await listApplications(id)))]
}
