import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@/scripts/launch/root'
import type { Requirement } from './requirements'
import type { Tag } from './tags'

export const securityFile = 'docs/evidence/security.md'

/** Disagreements between the list and the tests; none if the table is correct. */
export function findFaults(requirements: Requirement[], tags: Tag[]): string[] {
  const known = new Set(requirements.map(({ id }) => id))
  const shown = new Set(tags.map(({ id }) => id))
  return [
    ...tags
      .filter(({ id }) => !known.has(id))
      .map(({ id, file }) => `${file} names ${id}, which is not in the list`),
    ...requirements
      .filter(({ id }, index) => requirements.findIndex((each) => each.id === id) < index)
      .map(({ id }) => `${id} is listed twice`),
    ...requirements
      .filter(({ id, reason }) => !reason && !shown.has(id))
      .map(({ id }) => `${id} has neither a test nor a reason`),
    ...requirements
      .filter(({ id, reason }) => reason?.kind === 'n/a' && shown.has(id))
      .map(({ id }) => `${id} is said not to apply, and has a test`),
    ...requirements
      .filter(({ reason }) => reason?.kind === 'docs' && !existsSync(join(projectRoot, reason.words)))
      .map(({ id, reason }) => `${id} is shown by ${reason?.words}, which is not there`),
  ]
}

/** The content of `docs/evidence/security.md`. */
export function renderTable(requirements: Requirement[], tags: Tag[]): string {
  const count = (kind: string) => requirements.filter(({ reason }) => reason?.kind === kind).length
  const tested = new Set(tags.map(({ id }) => id)).size
  const chapters = [...new Set(requirements.map(({ chapter }) => chapter))]
  return `# Security, requirement by requirement

All requirements of levels 1 and 2 of the OWASP Application Security Verification Standard 5.0, and those of level 3
that cost little, in our words; the standard's own text is authoritative. Written by \`npm run asvs\` from
\`scripts/check/asvs/requirements.txt\` and from the tags above the tests (\`// ASVS 6.2.1\`); a test fails when this file is
stale, when a requirement has neither a test nor a reason, and when a tag names none.

Of ${requirements.length}: ${tested} have tests, ${count('docs')} are shown by a document, ${count('n/a')} do not apply, ${count('operator')} are the operator's,
and ${count('open')} are open in part, as their line says. [The threat model](../threat-model.md) says what the defences are for, and
[mutation tests](mutation.md) and [defences](defences.md) that a test notices when one is missing.

${chapters.map((chapter) => renderChapter(chapter, requirements, tags)).join('\n')}`
}

function renderChapter(chapter: string, requirements: Requirement[], tags: Tag[]): string {
  const rows = requirements
    .filter((each) => each.chapter === chapter)
    .map((each) => `| ${each.id} | ${each.level} | ${each.words} | ${showProof(each, tags)} |`)
  return `## ${chapter}\n\n| | level | what | shown by |\n|---|---|---|---|\n${rows.join('\n')}\n`
}

function showProof({ id, reason }: Requirement, tags: Tag[]): string {
  const tests = tags
    .filter((tag) => tag.id === id)
    .map(({ file, test }) => `\`${file}\`: ${escapeCell(test)}`)
  const why =
    reason &&
    (reason.kind === 'docs' ? `[${reason.words}](../../${reason.words})` : `${reason.kind}: ${reason.words}`)
  return [...(why ? [why] : []), ...tests].join('<br>')
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll("\\'", "'")
}
