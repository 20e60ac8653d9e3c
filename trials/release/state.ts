/** What a release is judged by: texts of files, and the output of `git status --porcelain` and `git tag`. */
export type State = {
  version: string
  changelog: string
  compose: string
  kustomization: string
  changes: string
  tags: string
}

/** Sentences that say what is missing for a release of `version`; none if nothing is. */
export function findMissing({ version, changelog, compose, kustomization, changes, tags }: State): string[] {
  const sentences: string[] = []
  if (changes.trim()) sentences.push('The checkout has changes that are not committed.')
  if (tags.split('\n').includes(`v${version}`))
    sentences.push(`v${version} is released already: raise the version in package.json.`)
  if (!dateOf(changelog, version))
    sentences.push(`CHANGELOG.md has no section "## ${version} (DAY MONTH YEAR)".`)
  else if (!changelog.slice(changelog.indexOf('\n## ')).startsWith(`\n## ${version} (`))
    sentences.push(`The newest section of CHANGELOG.md is not that of ${version}.`)
  if (/^## Unreleased$/m.test(changelog)) sentences.push('CHANGELOG.md still has a section "Unreleased".')
  if (!compose.includes(`GUICHET_VERSION:-${version}}`)) sentences.push('compose.yaml has another version.')
  if (!kustomization.includes(`newTag: ${version} `))
    sentences.push('ops/kubernetes/kustomization.yaml has another version.')
  return sentences
}

function dateOf(changelog: string, version: string): string | undefined {
  const heading = new RegExp(
    `^## ${version.replaceAll('.', '\\.')} \\((\\d{1,2} [A-Z][a-z]+ \\d{4})\\)$`,
    'm',
  )
  return heading.exec(changelog)?.[1]
}
