import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../launch/root'
import { readRequirements } from './asvs/requirements'
import { findFaults, renderTable, securityFile } from './asvs/table'
import { findTags } from './asvs/tags'

// Regenerates docs/evidence/security.md from the list of requirements and the tags above the tests.
const requirements = readRequirements()
const tags = findTags()
writeFileSync(join(projectRoot, securityFile), renderTable(requirements, tags))
for (const fault of findFaults(requirements, tags)) {
  process.stderr.write(`${fault}\n`)
  process.exitCode = 1
}
