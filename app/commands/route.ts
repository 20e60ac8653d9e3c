import { type CurrentDeveloper, findCurrentDeveloper } from '@/app/_request/session'
import type { CommandGroup } from '@/components/command-menu/commands'
import { listApplications } from '@/lib/applications/queries'
import { applicationCommands } from './applications'
import { documentationCommands, entryCommands, placeCommands, preferenceCommands } from './groups'

/** What the command menu offers to whoever asks, in their language. */
export async function GET(): Promise<Response> {
  const developer = await findCurrentDeveloper()
  const groups = [
    ...(developer ? await listOwn(developer) : [await entryCommands()]),
    await documentationCommands(),
    ...(await preferenceCommands(developer !== null)),
  ]
  return Response.json(groups, { headers: { 'Cache-Control': 'private, no-store' } })
}

/** Nothing of the portal is named to those who decide on others before they have a second factor. */
async function listOwn(developer: CurrentDeveloper): Promise<CommandGroup[]> {
  if (developer.role !== 'developer' && !developer.hasSecondFactor) return []
  return [
    await placeCommands(developer.role),
    await applicationCommands(await listApplications(developer.id)),
  ]
}
