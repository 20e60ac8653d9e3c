import { projectRoot } from '../launch/root'
import { findAvoidedWords, findAvoidedWordsInCode } from './words'

// Keeps words of a translated idiom out of what people read; part of `npm run lint`.
const findings = [...findAvoidedWords(projectRoot), ...findAvoidedWordsInCode(projectRoot)]
for (const { place, found, better } of findings) console.error(`${place}: "${found}"; write ${better}`)
process.stdout.write(`${findings.length} words to replace.\n`)
process.exitCode = findings.length > 0 ? 1 : 0
