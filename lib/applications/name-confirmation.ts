import type { Application } from '@/generated/prisma/client'
import { removeMarks } from '@/lib/text-input'

/** Whether an owner types an application's name to delete it: programs of customers depend on it now. */
export function requiresNameConfirmation({
  environment,
  state,
}: Pick<Application, 'environment' | 'state'>): boolean {
  return environment === 'production' && state === 'active'
}

/** Whether `typed` is this name as a page shows it, where several spaces look like one. */
export function isNameOf({ name }: Pick<Application, 'name'>, typed: string): boolean {
  return asShown(typed) === asShown(name)
}

function asShown(text: string): string {
  return removeMarks(text).normalize('NFC').replace(/\s+/g, ' ').trim()
}
