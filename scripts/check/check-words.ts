import { projectRoot } from '../launch/root'
import { findAvoidedWords } from './words'

// Keeps words of a translated idiom out of what people read; part of `npm run lint`.
const findings = findAvoidedWords(projectRoot)
for (const { place, found, better } of findings) console.error(`${place}: "${found}"; write ${better}`)
console.log(`${findings.length} words to replace.`)
process.exitCode = findings.length > 0 ? 1 : 0
