import { generateClient } from '@/scripts/launch/build/generate'

/** Makes Prisma's client before the tests, unless it is up to date. */
export async function setup(): Promise<void> {
  await generateClient()
}
