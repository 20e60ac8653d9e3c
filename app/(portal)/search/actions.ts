'use server'

import { z } from 'zod'
import { listCommands } from '@/app/_commands/commands'
import { findByText, maxPastedLength } from '@/app/_commands/find'
import { type FormState, parseFields, requireForm, submittedValues } from '@/app/_request/action'
import { throttledError } from '@/app/_request/form-errors'
import { type CommandGroup, listMatches } from '@/components/command-menu/commands'

const schema = z.object({ query: z.string().trim().min(1, 'textMissing').max(maxPastedLength) })

/** What the command menu finds; no one has to be signed in. It only reads, so it executes no command. */
export async function searchCommands(_state: FormState<CommandGroup[]>, form: FormData) {
  const values = submittedValues(requireForm(form))
  const parsed = await parseFields(form, schema, 'common.commands', async () => ({}))
  if ('wrong' in parsed) return { ...parsed.wrong, values }
  const { query } = parsed.data
  const found = await findByText(query)
  if (!found.ok) return { ...(await throttledError(found)), values }
  return { value: listMatches(await listCommands(), found.value, query), values }
}
