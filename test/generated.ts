import { generateSources } from '@/scripts/launch/build/generate'

/** Generates what sources import before the tests, unless it is up to date. */
export async function setup(): Promise<void> {
  await generateSources()
}
