import { generateClient } from './build/generate'

await generateClient()
