import manifest from '@/package.json' with { type: 'json' }
import { remember } from './remember'

/**
 * The version of this build: `0.3.0`, or between releases with the commit, `0.3.0-dev+094bde37`. The build writes its
 * commit in the place of the variable; Next's modules have the version of the server around them.
 */
export const { version } = remember('guichetVersion', () => ({
  version: describeVersion(manifest.version, process.env.GUICHET_COMMIT),
}))

/** @param commit of a build; no value counts as unknown */
export function describeVersion(release: string, commit = 'unknown'): string {
  return release.includes('-') ? `${release}+${commit}` : release
}
