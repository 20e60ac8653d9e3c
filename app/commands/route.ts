import { type CurrentDeveloper, findCurrentDeveloper, owesSecondFactor } from '@/app/_request/session'
import type { CommandGroup } from '@/components/command-menu/commands'
import { listApplications } from '@/lib/applications/queries'
import { applicationCommands } from './applications'
import { documentationCommands, entryCommands, placeCommands, preferenceCommands } from './groups'

/** The entries of the command menu for the current user, in their language. */
export async function GET(): Promise<Response> {
  const developer = await findCurrentDeveloper()
  const groups = [
    ...(developer ? await listOwn(developer) : [await entryCommands()]),
    await documentationCommands(),
    ...(await preferenceCommands(developer !== null)),
  ]
  return Response.json(groups, { headers: { 'Cache-Control': 'private, no-store' } })
}

/** Reviewers and administrators get none of the portal's entries before they have a second factor. */
async function listOwn(developer: CurrentDeveloper): Promise<CommandGroup[]> {
  if (owesSecondFactor(developer)) return []
  return [
    await placeCommands(developer.role),
    await applicationCommands(await listApplications(developer.id)),
  ]
}
