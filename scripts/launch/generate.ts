import { generateClientPackage } from './build/client-package'
import { generateClient } from './build/generate'

await generateClient()
await generateClientPackage()
