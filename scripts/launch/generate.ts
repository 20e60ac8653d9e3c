import { generateClientPackage } from './build/client-package'
import { generateSources } from './build/generate'

await generateSources()
await generateClientPackage()
