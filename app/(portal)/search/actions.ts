'use server'

import { z } from 'zod'
import { listCommands } from '@/app/_commands/commands'
import { findByText, maxTypedLength } from '@/app/_commands/find'
import { type FormState, submitForm } from '@/app/_request/action'
import { throttledError } from '@/app/_request/form-errors'
import { type CommandGroup, listMatches } from '@/components/command-menu/commands'

const schema = z.object({ query: z.string().trim().min(1, 'textMissing').max(maxTypedLength) })

/** What the command menu finds; no one has to be signed in. */
export async function searchCommands(_state: FormState<CommandGroup[]>, form: FormData) {
  return submitForm(form, schema, 'common.commands', async ({ query }) => {
    const found = await findByText(query)
    if (!found.ok) return throttledError(found)
    return { value: listMatches(await listCommands(), found.value, query) }
  })
}
