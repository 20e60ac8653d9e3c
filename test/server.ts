import { generateSources } from '@/scripts/launch/build/generate'
import { keepTestServer } from './postgres'

/** Starts the tests' PostgreSQL before the tests that need one, and stops it after the last run that uses it. */
export async function setup(): Promise<() => Promise<void>> {
  await generateSources()
  return keepTestServer()
}
