import { generateClient } from '@/scripts/launch/build/generate'

/** Generates Prisma's client before the tests, unless it is up to date. */
export async function setup(): Promise<void> {
  await generateClient()
}
