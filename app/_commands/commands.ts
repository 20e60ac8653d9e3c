import { type CurrentDeveloper, findCurrentDeveloper, findDetour } from '@/app/_request/session'
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

/** The signed-in person whom nothing keeps from the portal's pages, or null: they get none of its entries. */
export async function findReader(): Promise<CurrentDeveloper | null> {
  const developer = await findCurrentDeveloper()
  return developer && !findDetour(developer) ? developer : null
}

async function listOwn({ role, id }: CurrentDeveloper): Promise<CommandGroup[]> {
  if (!(await findReader())) return []
  return [await placeCommands(role), ...(await applicationCommands(await listApplications(id)))]
}
