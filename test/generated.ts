import { generateClient } from '@/scripts/build/generate'

/** Makes Prisma's client before the tests, unless it is up to date. */
export async function setup(): Promise<void> {
  await generateClient()
}
